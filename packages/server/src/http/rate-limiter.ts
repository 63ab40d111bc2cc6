import { messages } from '@hornets/contract'
import { ApiError } from '../api-error.ts'
import type { Clock } from '../clock.ts'

export interface RateLimit {
  /** Maximum at once. */
  readonly burst: number
  readonly perMinute: number
}

const maxKeys = 10_000

/** A token bucket per key, in memory. The number of keys is limited; the least recently used is dropped first. */
export class RateLimiter {
  readonly #limit: RateLimit
  readonly #now: Clock
  readonly #buckets = new Map<string, { tokens: number; at: number }>()

  constructor(limit: RateLimit, now: Clock) {
    this.#limit = limit
    this.#now = now
  }

  /** Takes a token; false if there is none. */
  tryTake(key: string): boolean {
    const bucket = this.#refilled(key)
    if (bucket.tokens < 1) return false
    bucket.tokens -= 1
    return true
  }

  /** Takes a token, or throws ApiError('rate_limited') with the waiting time. */
  take(key: string): void {
    if (this.tryTake(key)) return
    const missing = 1 - this.#refilled(key).tokens
    const retryAfterSeconds = Math.max(1, Math.ceil((missing / this.#limit.perMinute) * 60))
    throw new ApiError('rate_limited', messages.rateLimited, { retryAfterSeconds })
  }

  /** Whether a token is available. Takes nothing. */
  hasToken(key: string): boolean {
    return this.#refilled(key).tokens >= 1
  }

  #refilled(key: string): { tokens: number; at: number } {
    const now = this.#now()
    const kept = this.#buckets.get(key) ?? { tokens: this.#limit.burst, at: now }
    const gained = (Math.max(0, now - kept.at) / 60_000) * this.#limit.perMinute
    const bucket = { tokens: Math.min(this.#limit.burst, kept.tokens + gained), at: now }
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    if (this.#buckets.size > maxKeys) {
      const [oldest] = this.#buckets.keys()
      if (oldest !== undefined) this.#buckets.delete(oldest)
    }
    return bucket
  }
}
