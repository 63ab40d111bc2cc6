import { messages } from '@hornets/contract'
import { ApiError } from '../api-error.ts'
import type { Clock } from '../clock.ts'
import { type RateLimit, TokenBucket } from '../token-bucket.ts'

const maxKeys = 10_000

/** A token bucket per key, in memory. The number of keys is limited; the least recently used is dropped first. */
export class RateLimiter {
  readonly #limit: RateLimit
  readonly #now: Clock
  readonly #buckets = new Map<string, TokenBucket>()

  constructor(limit: RateLimit, now: Clock) {
    this.#limit = limit
    this.#now = now
  }

  /** Takes a token; false if there is none. */
  tryTake(key: string): boolean {
    return this.#bucketOf(key).take()
  }

  /** Takes a token, or throws ApiError('rate_limited') with the waiting time. */
  take(key: string): void {
    const bucket = this.#bucketOf(key)
    if (bucket.take()) return
    const retryAfterSeconds = Math.max(1, Math.ceil(bucket.secondsLeft()))
    throw new ApiError('rate_limited', messages.rateLimited, { retryAfterSeconds })
  }

  /** Whether a token is available. Takes nothing. */
  hasToken(key: string): boolean {
    return this.#bucketOf(key).hasToken()
  }

  #bucketOf(key: string): TokenBucket {
    const bucket = this.#buckets.get(key) ?? new TokenBucket(this.#limit, this.#now)
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    if (this.#buckets.size > maxKeys) {
      const [oldest] = this.#buckets.keys()
      if (oldest !== undefined) this.#buckets.delete(oldest)
    }
    return bucket
  }
}
