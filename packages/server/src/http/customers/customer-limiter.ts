import type { Clock } from '../../clock.ts'
import type { RateLimit } from '../../token-bucket.ts'
import { customerKeys, siteTimes } from '../caller.ts'
import { RateLimiter } from '../rate-limiter.ts'

/** A rate for every customer (`customerKeys`), and four times as much for the site of an IPv6 customer. */
export class CustomerLimiter {
  readonly #customers: RateLimiter
  readonly #sites: RateLimiter

  constructor({ burst, perMinute }: RateLimit, now: Clock) {
    this.#customers = new RateLimiter({ burst, perMinute }, now)
    this.#sites = new RateLimiter({ burst: burst * siteTimes, perMinute: perMinute * siteTimes }, now)
  }

  /** Takes a token; false if there is none. */
  tryTake(address: string): boolean {
    const { customer, site } = customerKeys(address)
    if (site !== null && !this.#sites.hasToken(site)) return false
    return this.#customers.tryTake(customer) && (site === null || this.#sites.tryTake(site))
  }

  /** Takes a token, or throws ApiError('rate_limited') with the waiting time. */
  take(address: string): void {
    const { customer, site } = customerKeys(address)
    if (site !== null && !this.#sites.hasToken(site)) this.#sites.take(site)
    this.#customers.take(customer)
    if (site !== null) this.#sites.tryTake(site)
  }
}
