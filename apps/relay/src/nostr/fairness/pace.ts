/** Allows `perSecond` units (bytes, milliseconds) on average and `burst` at once; more must wait. */
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

  /** Milliseconds to pause after this many units; 0 = none. */
  spend(units: number): number {
    const now = this.#now()
    const gained = (Math.max(now - this.#filledAt, 0) / 1000) * this.#perSecond
    this.#left = Math.min(this.#burst, this.#left + gained) - units
    this.#filledAt = now
    return this.#left >= 0 ? 0 : Math.ceil((-this.#left / this.#perSecond) * 1000)
  }

  /** Whether more was spent than allowed. */
  isOverdrawn(): boolean {
    return this.spend(0) > 0
  }
}
