/** Allows `perSecond` on average and `burst` at once. */
export class TokenBucket {
  readonly #perSecond: number
  readonly #burst: number
  readonly #now: () => number
  #tokens: number
  #filledAt: number

  /** `now` in milliseconds. */
  constructor(perSecond: number, burst: number, now: () => number) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#now = now
    this.#tokens = burst
    this.#filledAt = now()
  }

  /** False if it is empty. */
  take(): boolean {
    const now = this.#now()
    const gained = (Math.max(now - this.#filledAt, 0) / 1000) * this.#perSecond
    this.#tokens = Math.min(this.#burst, this.#tokens + gained)
    this.#filledAt = now
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}
