import type { Clock } from './clock.ts'

export interface RateLimit {
  readonly burst: number
  readonly perMinute: number
}

/** Allows `perMinute` on average and `burst` at once. */
export class TokenBucket {
  readonly #limit: RateLimit
  readonly #now: Clock
  #tokens: number
  #filledAt: number

  constructor(limit: RateLimit, now: Clock) {
    this.#limit = limit
    this.#now = now
    this.#tokens = limit.burst
    this.#filledAt = now()
  }

  take(): boolean {
    if (!this.hasToken()) return false
    this.#tokens -= 1
    return true
  }

  hasToken(): boolean {
    const now = this.#now()
    const gained = (Math.max(0, now - this.#filledAt) / 60_000) * this.#limit.perMinute
    this.#tokens = Math.min(this.#limit.burst, this.#tokens + gained)
    this.#filledAt = now
    return this.#tokens >= 1
  }

  secondsLeft(): number {
    return this.hasToken() ? 0 : ((1 - this.#tokens) / this.#limit.perMinute) * 60
  }
}
