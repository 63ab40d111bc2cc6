import { setTimeout } from 'node:timers/promises'
import type { Clock } from '@hornets/server/clock'
import { customerKeys } from '@hornets/server/http/caller'
import { CustomerLimiter } from '@hornets/server/http/customers/customer-limiter'
import { RateLimiter } from '@hornets/server/http/rate-limiter'
import type { RateLimit } from '@hornets/server/token-bucket'

export interface SignInLimits {
  readonly asking: RateLimit
  readonly signup: RateLimit
  readonly signIn: RateLimit
  readonly accountAtAddress: RateLimit
  readonly accountFailures: RateLimit
  readonly ownPassword: RateLimit
  /** The same per account: several times higher, so that a stolen session cannot use up the owner's attempts. */
  readonly ownPasswordOfAccount: RateLimit
  /** Changes by a signed-in admin, per session: each adds an entry to the permanent audit log. */
  readonly changes: RateLimit
  /** The same per account: several times higher, as for the password. */
  readonly changesOfAccount: RateLimit
  /** Counted apart at sign-in (needs password and key) and in sessions (needs a session and the password). */
  readonly secondFactor: RateLimit
  readonly recovery: RateLimit
  readonly recoveryCode: RateLimit
  /** Per address, and per place that its account knows: strangers' requests leave the owner a valid code. */
  readonly recoveryMail: RateLimit
  /** Six characters are too few if guesses grow with the number of addresses: all strangers share one limit. */
  readonly recoveryGuesses: RateLimit
  readonly verificationMail: RateLimit
  readonly emailCode: RateLimit
  /** Minimum time for every answer about a mailed code, so that timing reveals nothing. */
  readonly recoveryAnswerMs: number
  /** Delay before a stranger's password is checked, once an account has too many failures. */
  readonly slowedMs: number
}

export const signInLimits: SignInLimits = {
  asking: { burst: 60, perMinute: 60 },
  signup: { burst: 10, perMinute: 5 },
  /** Both steps of signing in count; ten people behind one address can sign in together. */
  signIn: { burst: 20, perMinute: 10 },
  accountAtAddress: { burst: 10, perMinute: 5 },
  accountFailures: { burst: 30, perMinute: 10 },
  ownPassword: { burst: 10, perMinute: 5 },
  ownPasswordOfAccount: { burst: 40, perMinute: 20 },
  changes: { burst: 120, perMinute: 60 },
  changesOfAccount: { burst: 360, perMinute: 180 },
  secondFactor: { burst: 10, perMinute: 0.2 },
  recovery: { burst: 10, perMinute: 1 },
  recoveryCode: { burst: 20, perMinute: 2 },
  recoveryMail: { burst: 5, perMinute: 0.2 },
  recoveryGuesses: { burst: 300, perMinute: 30 },
  verificationMail: { burst: 5, perMinute: 0.1 },
  emailCode: { burst: 10, perMinute: 2 },
  recoveryAnswerMs: 300,
  slowedMs: 2000,
}

/** All addresses together only slow strangers down: refusing would let any stranger lock the admin out. */
export class SignInLimiter {
  readonly #asking: CustomerLimiter
  readonly #signup: CustomerLimiter
  readonly #signIn: CustomerLimiter
  readonly #accountAtAddress: RateLimiter
  readonly #accountFailures: RateLimiter
  readonly #ownPassword: RateLimiter
  readonly #ownPasswordOfAccount: RateLimiter
  readonly #changes: RateLimiter
  readonly #changesOfAccount: RateLimiter
  readonly #secondFactor: RateLimiter
  readonly #recovery: CustomerLimiter
  readonly #recoveryCode: CustomerLimiter
  readonly #recoveryMail: RateLimiter
  readonly #recoveryGuesses: RateLimiter
  readonly #verificationMail: RateLimiter
  readonly #emailCode: RateLimiter
  readonly #slowedMs: number

  constructor(limits: SignInLimits, now: Clock) {
    this.#asking = new CustomerLimiter(limits.asking, now)
    this.#signup = new CustomerLimiter(limits.signup, now)
    this.#signIn = new CustomerLimiter(limits.signIn, now)
    this.#accountAtAddress = new RateLimiter(limits.accountAtAddress, now)
    this.#accountFailures = new RateLimiter(limits.accountFailures, now)
    this.#ownPassword = new RateLimiter(limits.ownPassword, now)
    this.#ownPasswordOfAccount = new RateLimiter(limits.ownPasswordOfAccount, now)
    this.#changes = new RateLimiter(limits.changes, now)
    this.#changesOfAccount = new RateLimiter(limits.changesOfAccount, now)
    this.#secondFactor = new RateLimiter(limits.secondFactor, now)
    this.#recovery = new CustomerLimiter(limits.recovery, now)
    this.#recoveryCode = new CustomerLimiter(limits.recoveryCode, now)
    this.#recoveryMail = new RateLimiter(limits.recoveryMail, now)
    this.#recoveryGuesses = new RateLimiter(limits.recoveryGuesses, now)
    this.#verificationMail = new RateLimiter(limits.verificationMail, now)
    this.#emailCode = new RateLimiter(limits.emailCode, now)
    this.#slowedMs = limits.slowedMs
  }

  countAsking(address: string): void {
    this.#asking.take(address)
  }

  countSignup(address: string): void {
    this.#signup.take(address)
  }

  countSignIn(address: string): void {
    this.#signIn.take(address)
  }

  countPassword(pubkey: string, address: string): void {
    this.#accountAtAddress.take(placeOf(pubkey, address))
  }

  countFailure(pubkey: string): void {
    this.#accountFailures.tryTake(pubkey)
  }

  /** Checks the session first: a refusal there costs the account nothing. */
  countOwnPassword(sessionId: string, accountId: string): void {
    this.#ownPassword.take(sessionId)
    this.#ownPasswordOfAccount.take(accountId)
  }

  countChange(sessionId: string, accountId: string): void {
    this.#changes.take(sessionId)
    this.#changesOfAccount.take(accountId)
  }

  /** Throws ApiError('rate_limited') after too many wrong codes; right codes are free. */
  assertSecondFactor(accountId: string, where: SecondFactorPlace): void {
    const key = `${accountId} ${where}`
    if (!this.#secondFactor.hasToken(key)) this.#secondFactor.take(key)
  }

  countWrongSecondFactor(accountId: string, where: SecondFactorPlace): void {
    this.#secondFactor.tryTake(`${accountId} ${where}`)
  }

  countRecovery(address: string): void {
    this.#recovery.take(address)
  }

  countRecoveryCode(address: string): void {
    this.#recoveryCode.take(address)
  }

  /** Whether a code can be mailed to this account. Without `place`, the strangers' shared limit applies. */
  mayMailRecovery(accountId: string, place = ''): boolean {
    return this.#recoveryMail.tryTake(`${accountId} ${place}`)
  }

  mayGuessRecovery(accountId: string, place = ''): boolean {
    return this.#recoveryGuesses.tryTake(`${accountId} ${place}`)
  }

  countVerificationMail(accountId: string): void {
    this.#verificationMail.take(accountId)
  }

  countEmailCode(accountId: string): void {
    this.#emailCode.take(accountId)
  }

  /** For strangers: resolves immediately unless the account has too many failures. */
  async slowDown(pubkey: string): Promise<void> {
    if (!this.#accountFailures.hasToken(pubkey)) await setTimeout(this.#slowedMs)
  }
}

export type SecondFactorPlace = 'sign-in' | 'session'

const placeOf = (pubkey: string, address: string) => `${pubkey} ${customerKeys(address).customer}`
