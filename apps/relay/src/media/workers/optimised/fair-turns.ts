import { ApiError } from '@hornets/server/api-error'
import { customerKeys, siteTimes } from '@hornets/server/http/caller'

export interface TurnLimits {
  /** One customer, and one key, never has more than half of them running. */
  readonly runningMax: number
  readonly waitingMax: number
  readonly waitingPerCustomerMax: number
}

export interface Asker {
  readonly pubkey: string
  readonly address: string
}

interface Waiting {
  readonly names: readonly Name[]
  run(): void
  refuse(error: Error): void
}

interface Name {
  readonly name: string
  readonly times: number
}

/** Milliseconds until half of the used time is forgotten. */
const halfLifeMs = 60_000
const namesMax = 10_000

/** Gives costly work its turn: the customer and key that used least time lately come first. */
export class FairTurns {
  readonly #limits: TurnLimits
  readonly #now: () => number
  readonly #waiting: Waiting[] = []
  readonly #running: Waiting[] = []
  /** Milliseconds used; the least recently used name is forgotten first. */
  readonly #used = new Map<string, { millis: number; at: number }>()

  /** `now` in milliseconds. */
  constructor(limits: TurnLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /** Throws ApiError `rate_limited` or `unavailable` if there is no place to wait; later also when others need it. */
  async run<Result>(asker: Asker, work: () => Promise<Result>): Promise<Result> {
    const names = namesOf(asker)
    this.#makeRoomFor(names)
    const turn = Promise.withResolvers<void>()
    const waiting: Waiting = { names, run: turn.resolve, refuse: turn.reject }
    this.#waiting.push(waiting)
    this.#next()
    await turn.promise
    const began = this.#now()
    try {
      return await work()
    } finally {
      for (const { name } of names) this.#use(name, this.#now() - began)
      this.#running.splice(this.#running.indexOf(waiting), 1)
      this.#next()
    }
  }

  #next(): void {
    const { runningMax } = this.#limits
    while (this.#running.length < runningMax) {
      const [first] = this.#waiting
        .filter(({ names }) => share(this.#running, names) < Math.max(1, runningMax / 2))
        .sort((one, other) => this.#usedBy(one.names) - this.#usedBy(other.names))
      if (!first) return
      this.#waiting.splice(this.#waiting.indexOf(first), 1)
      this.#running.push(first)
      first.run()
    }
  }

  #makeRoomFor(names: readonly Name[]): void {
    const own = share(this.#waiting, names)
    if (own >= this.#limits.waitingPerCustomerMax)
      throw new ApiError('rate_limited', 'Too many of your images are waiting. Please try again in a moment.')
    if (this.#waiting.length < this.#limits.waitingMax) return
    const shares = this.#waiting.map(({ names }) => share(this.#waiting, names))
    const most = Math.max(...shares)
    if (most < own + 2) throw crowded()
    this.#waiting.splice(shares.lastIndexOf(most), 1)[0]?.refuse(crowded())
  }

  #usedBy(names: readonly Name[]): number {
    return Math.max(...names.map(({ name, times }) => this.#remembered(name) / times))
  }

  #remembered(name: string): number {
    const { millis, at } = this.#used.get(name) ?? { millis: 0, at: 0 }
    return millis * 0.5 ** ((this.#now() - at) / halfLifeMs)
  }

  #use(name: string, more: number): void {
    const millis = this.#remembered(name) + more
    this.#used.delete(name)
    this.#used.set(name, { millis, at: this.#now() })
    const [oldest] = this.#used.keys()
    if (oldest !== undefined && this.#used.size > namesMax) this.#used.delete(oldest)
  }
}

function share(all: readonly Waiting[], names: readonly Name[]): number {
  return Math.max(
    ...names.map(({ name, times }) => all.filter(other => other.names.some(one => one.name === name)).length / times),
  )
}

function namesOf({ pubkey, address }: Asker): Name[] {
  const { customer, site } = customerKeys(address)
  const own = [pubkey, customer].map(name => ({ name, times: 1 }))
  return site === null ? own : [...own, { name: site, times: siteTimes }]
}

const crowded = () =>
  new ApiError('unavailable', 'Too many images are waiting. Please try again in a moment.', { why: { cause: 'rate' } })
