import type { Clock } from '../clock.ts'
import { SlidingMinute } from '../sliding-minute.ts'

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

  /** 0 before the first answer. */
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
