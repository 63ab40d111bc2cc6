import type { Logger } from '@hornets/server/process/logger'
import { SlidingMinute } from '@hornets/server/sliding-minute'
import { type TrafficMinute, TrafficStore } from './traffic-store.ts'

const minutesKept = 24 * 60

export interface TrafficOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly logger: Logger
}

/** The public server's traffic by minute. Counting happens in memory; the next `sample` writes finished minutes. */
export class Traffic {
  readonly #store: TrafficStore
  readonly #now: () => number
  readonly #logger: Logger
  readonly #acceptedLately = new SlidingMinute()
  readonly #refusedLately = new SlidingMinute()
  #minute: number
  #accepted = 0
  #refused = 0
  #connections = 0
  #writing: Promise<void> = Promise.resolve()

  private constructor(store: TrafficStore, { now, logger }: TrafficOptions) {
    this.#store = store
    this.#now = now
    this.#logger = logger
    this.#minute = this.#currentMinute()
  }

  /**
   * Opens the file named by `general.relay_stats_db`. If that fails (a folder, not a database, no space), the history
   * lasts for this run only, and the log says so: a setting must not keep the relay from starting.
   */
  static async open(path: string, options: TrafficOptions): Promise<Traffic> {
    try {
      return new Traffic(await TrafficStore.open(path), options)
    } catch (error) {
      options.logger.error({ err: error, path }, 'cannot open the traffic history; it is kept for this run only')
      return new Traffic(await TrafficStore.open(':memory:'), options)
    }
  }

  accepted(): void {
    this.#turn()
    this.#accepted++
    this.#acceptedLately.add(this.#currentSecond())
  }

  refused(): void {
    this.#turn()
    this.#refused++
    this.#refusedLately.add(this.#currentSecond())
  }

  eventsLastMinute(): number {
    return this.#acceptedLately.sum(this.#currentSecond())
  }

  refusedLastMinute(): number {
    return this.#refusedLately.sum(this.#currentSecond())
  }

  /** Records the number of open connections; call it every few seconds, so that quiet minutes are recorded too. */
  sample(connections: number): void {
    this.#turn()
    this.#connections = Math.max(this.#connections, connections)
  }

  /** The last `minutes` minutes including the current one, ascending. Minutes without a running relay are missing. */
  async history(minutes: number): Promise<TrafficMinute[]> {
    this.#turn()
    await this.#writing
    const current = this.#currentMinute()
    const written = await this.#store.since(current - minutes + 1)
    const earlier = written.filter(row => row.minute < this.#minute)
    const sameMinute = written.find(row => row.minute === this.#minute)
    return [...earlier, joinMinutes(sameMinute, this.#running())]
  }

  /** Writes the current minute so far and closes the file. */
  async close(): Promise<void> {
    this.#write(this.#running())
    await this.#writing
    await this.#store.close()
  }

  #turn(): void {
    const current = this.#currentMinute()
    if (current === this.#minute) return
    this.#write(this.#running())
    this.#minute = current
    this.#accepted = 0
    this.#refused = 0
    this.#connections = 0
  }

  #running(): TrafficMinute {
    return { minute: this.#minute, accepted: this.#accepted, refused: this.#refused, connections: this.#connections }
  }

  /** In the background, one minute after another; failures are only logged, since events matter more than history. */
  #write(row: TrafficMinute): void {
    this.#writing = this.#writing.then(async () => {
      try {
        await this.#store.add(row)
        await this.#store.forgetBefore(row.minute - minutesKept + 1)
      } catch (error) {
        this.#logger.error({ err: error }, "could not write a minute's traffic")
      }
    })
  }

  #currentSecond(): number {
    return Math.floor(this.#now() / 1000)
  }

  #currentMinute(): number {
    return Math.floor(this.#now() / 60_000)
  }
}

function joinMinutes(one: TrafficMinute | undefined, other: TrafficMinute): TrafficMinute {
  if (!one) return other
  return {
    minute: other.minute,
    accepted: one.accepted + other.accepted,
    refused: one.refused + other.refused,
    connections: Math.max(one.connections, other.connections),
  }
}
