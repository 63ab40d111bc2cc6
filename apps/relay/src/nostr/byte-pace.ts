/** Lets `perSecond` bytes through in the long run, and `burst` at once; what comes beyond is to be waited for. */
export class BytePace {
  readonly #perSecond: number
  readonly #burst: number
  readonly #now: () => number
  #left: number
  #filledAt: number

  /** `now` in milliseconds. */
  constructor(perSecond: number, burst: number, now: () => number) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#now = now
    this.#left = burst
    this.#filledAt = now()
  }

  /** How many milliseconds to rest after these bytes; 0 = none. */
  spend(bytes: number): number {
    const now = this.#now()
    const gained = (Math.max(now - this.#filledAt, 0) / 1000) * this.#perSecond
    this.#left = Math.min(this.#burst, this.#left + gained) - bytes
    this.#filledAt = now
    return this.#left >= 0 ? 0 : Math.ceil((-this.#left / this.#perSecond) * 1000)
  }
}
