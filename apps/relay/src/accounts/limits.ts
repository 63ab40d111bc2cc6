import { addressKey } from '@hornets/server/caller'
import type { Clock } from '@hornets/server/clock'
import { type RateLimit, RateLimiter } from '@hornets/server/rate-limiter'

export interface SignInLimits {
  readonly asking: RateLimit
  readonly signup: RateLimit
  readonly signIn: RateLimit
  readonly account: RateLimit
}

export const signInLimits: SignInLimits = {
  asking: { burst: 60, perMinute: 60 },
  signup: { burst: 10, perMinute: 5 },
  /** Both steps of signing in count, so that ten people behind one address can sign in at once. */
  signIn: { burst: 20, perMinute: 10 },
  account: { burst: 20, perMinute: 10 },
}

/** How often one address, and everybody together for one account, may try. */
export class SignInLimiter {
  readonly #asking: RateLimiter
  readonly #signup: RateLimiter
  readonly #signIn: RateLimiter
  readonly #account: RateLimiter

  constructor(limits: SignInLimits, now: Clock) {
    this.#asking = new RateLimiter(limits.asking, now)
    this.#signup = new RateLimiter(limits.signup, now)
    this.#signIn = new RateLimiter(limits.signIn, now)
    this.#account = new RateLimiter(limits.account, now)
  }

  countAsking(address: string): void {
    this.#asking.take(addressKey(address))
  }

  countSignup(address: string): void {
    this.#signup.take(addressKey(address))
  }

  countSignIn(address: string): void {
    this.#signIn.take(addressKey(address))
  }

  countAccount(pubkey: string): void {
    this.#account.take(pubkey)
  }
}
