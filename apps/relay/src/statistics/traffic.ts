import type { AnswerOf } from '@hornets/contract'
import type { getHistory, HistoryRange } from '@hornets/contract/admin/statistics'
import { toTimestamp } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import { SlidingMinute } from '@hornets/server/sliding-minute'
import { binsOf, firstOf, ranges } from './history-bins.ts'
import type { TrafficMark } from './span-store.ts'
import { type TrafficMinute, TrafficStore } from './traffic-store.ts'

const minutesKept = 24 * 60

export interface TrafficOptions {
  readonly now: () => number
  readonly logger: Logger
  readonly stored?: () => Promise<Stored>
  readonly version?: string
  readonly openStore?: (path: string) => Promise<TrafficStore>
}

interface Stored {
  readonly notes: number | null
  readonly media: number | null
}

const measureEvery = 5
const marksShown = 100
const notMeasured: Stored = { notes: null, media: null }

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
  readonly #measure: () => Promise<Stored>
  #stored: Stored = notMeasured
  #measuredAt = 0
  #writing: Promise<void> = Promise.resolve()

  private constructor(store: TrafficStore, { now, logger, stored = async () => notMeasured }: TrafficOptions) {
    this.#store = store
    this.#now = now
    this.#logger = logger
    this.#measure = stored
    this.#minute = this.#currentMinute()
  }

  /** `general.relay_stats_db`; if it fails, this run only: a setting must not keep the relay from starting. */
  static async open(path: string, options: TrafficOptions): Promise<Traffic> {
    const { version, logger, openStore = TrafficStore.open } = options
    const store = await openStore(path).catch(error => {
      logger.error({ err: error, path }, 'cannot open the traffic history; it is kept for this run only')
      return TrafficStore.open(':memory:')
    })
    const traffic = new Traffic(store, options)
    if (version !== undefined) {
      const before = await traffic.#store.spans.lastVersion()
      const isRelease = before !== undefined && before !== version
      traffic.mark(isRelease ? 'release' : 'start', version)
    }
    return traffic
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

  mark(what: TrafficMark['what'], detail: string): void {
    const at = this.#now()
    this.#inTurn(() => this.#store.spans.mark({ at, what, detail }))
  }

  async shown(range: HistoryRange): Promise<AnswerOf<typeof getHistory>> {
    this.#turn()
    this.#inTurn(() => this.#measureNow())
    await this.#writing
    const { bins, binSeconds, spanSeconds } = ranges[range]
    const first = firstOf(range, this.#currentSecond())
    const before = first - bins * binSeconds
    const spans = await this.#store.spans.spans(spanSeconds, before)
    const { minute, ...running } = this.#running()
    const now = { seconds: spanSeconds, start: minute * 60, ...running, ...this.#stored }
    const marks = await this.#store.spans.marks(first * 1000, marksShown)
    return {
      range,
      bin_seconds: binSeconds,
      bins: binsOf(range, first, [...spans, now]),
      before: binsOf(range, before, spans),
      marks: marks.map(({ at, ...mark }) => ({ at: toTimestamp(at), ...mark })),
    }
  }

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

  #write({ minute, ...counts }: TrafficMinute): void {
    this.#inTurn(async () => {
      await this.#store.add({ minute, ...counts })
      await this.#store.forgetBefore(minute - minutesKept + 1)
      if (minute - this.#measuredAt >= measureEvery) await this.#measureNow()
      await this.#store.spans.add({ start: minute * 60, ...counts, ...this.#stored })
    })
  }

  async #measureNow(): Promise<void> {
    this.#stored = await this.#measure()
    this.#measuredAt = this.#currentMinute()
  }

  /** In the background, one after another; failures are only logged, since events matter more than history. */
  #inTurn(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(async () => {
      try {
        await work()
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
