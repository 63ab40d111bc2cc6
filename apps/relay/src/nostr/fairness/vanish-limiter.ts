import { CustomerLimiter } from '@hornets/server/http/customers/customer-limiter'
import { RateLimiter } from '@hornets/server/http/rate-limiter'
import type { NostrLimits } from './limits.ts'

type Limits = Pick<
  NostrLimits,
  'vanishesBurst' | 'vanishesPerHour' | 'vanishesBurstPerAddress' | 'vanishesPerHourPerAddress'
>

/** Requests to vanish (NIP-62) pass mode, lists and quotas, so only their rate is limited, by key and by customer. */
export class VanishLimiter {
  readonly #keys: RateLimiter
  readonly #customers: CustomerLimiter

  /** `now` in milliseconds. */
  constructor(limits: Limits, now: () => number) {
    this.#keys = new RateLimiter({ burst: limits.vanishesBurst, perMinute: limits.vanishesPerHour / 60 }, now)
    const { vanishesBurstPerAddress: burst, vanishesPerHourPerAddress: perHour } = limits
    this.#customers = new CustomerLimiter({ burst, perMinute: perHour / 60 }, now)
  }

  /** False if it must wait. `address` is null where many people share one. */
  take(pubkey: string, address: string | null): boolean {
    return (
      this.#keys.hasToken(pubkey) &&
      (address === null || this.#customers.tryTake(address)) &&
      this.#keys.tryTake(pubkey)
    )
  }
}
