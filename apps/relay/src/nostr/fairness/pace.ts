/** Lets `perSecond` units (bytes, milliseconds) through in the long run, and `burst` at once; the rest has to wait. */
export class Pace {
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

  /** How many milliseconds to rest after so many units more; 0 = none. */
  spend(units: number): number {
    const now = this.#now()
    const gained = (Math.max(now - this.#filledAt, 0) / 1000) * this.#perSecond
    this.#left = Math.min(this.#burst, this.#left + gained) - units
    this.#filledAt = now
    return this.#left >= 0 ? 0 : Math.ceil((-this.#left / this.#perSecond) * 1000)
  }

  /** Has more been spent than was allowed? */
  isOverdrawn(): boolean {
    return this.spend(0) > 0
  }
}
