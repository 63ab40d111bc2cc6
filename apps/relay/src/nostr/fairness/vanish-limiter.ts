import { RateLimiter } from '@hornets/server/http/rate-limiter'
import type { NostrLimits } from './limits.ts'

type Limits = Pick<
  NostrLimits,
  'vanishesBurst' | 'vanishesPerHour' | 'vanishesBurstPerAddress' | 'vanishesPerHourPerAddress'
>

/** Requests to vanish (NIP-62) pass mode, lists and quotas, so only their rate is limited, by key and by address. */
export class VanishLimiter {
  readonly #keys: RateLimiter
  readonly #addresses: RateLimiter

  /** `now` in milliseconds. */
  constructor(limits: Limits, now: () => number) {
    this.#keys = new RateLimiter({ burst: limits.vanishesBurst, perMinute: limits.vanishesPerHour / 60 }, now)
    this.#addresses = new RateLimiter(
      { burst: limits.vanishesBurstPerAddress, perMinute: limits.vanishesPerHourPerAddress / 60 },
      now,
    )
  }

  /** False if it must wait. `address` is null where many people share one. */
  take(pubkey: string, address: string | null): boolean {
    if (address !== null && !this.#addresses.hasToken(address)) return false
    if (!this.#keys.tryTake(pubkey)) return false
    return address === null || this.#addresses.tryTake(address)
  }
}
