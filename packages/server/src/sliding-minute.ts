import type { Clock } from './clock.ts'

const seconds = 60

/** Counts events of the last 60 seconds, in constant memory, to the second. */
export class SlidingMinute {
  readonly #counts = new Uint32Array(seconds)
  readonly #stamps = new Float64Array(seconds).fill(-1)

  add(unixSecond: number): void {
    const slot = unixSecond % seconds
    if (this.#stamps[slot] !== unixSecond) {
      this.#stamps[slot] = unixSecond
      this.#counts[slot] = 0
    }
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1
  }

  sum(unixSecond: number): number {
    let sum = 0
    for (let slot = 0; slot < seconds; slot++) {
      const age = unixSecond - (this.#stamps[slot] ?? -1)
      if (age >= 0 && age < seconds) sum += this.#counts[slot] ?? 0
    }
    return sum
  }
}

/** How often something is called, and how fast it has answered of late. */
export class CallPace {
  readonly #now: Clock
  readonly #minute = new SlidingMinute()
  #latencyMs = 0

  constructor(now: Clock) {
    this.#now = now
  }

  /** In the last 60 seconds. */
  get perMinute(): number {
    return this.#minute.sum(this.#second())
  }

  get latencyMs(): number {
    return Math.round(this.#latencyMs)
  }

  called(): void {
    this.#minute.add(this.#second())
  }

  answered(tookMs: number): void {
    this.#latencyMs = this.#latencyMs === 0 ? tookMs : this.#latencyMs * 0.8 + tookMs * 0.2
  }

  /** Another service answers now. */
  forget(): void {
    this.#latencyMs = 0
  }

  #second = () => Math.floor(this.#now() / 1000)
}
