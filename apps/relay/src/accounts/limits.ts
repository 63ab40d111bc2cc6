import { setTimeout } from 'node:timers/promises'
import type { Clock } from '@hornets/server/clock'
import { addressKey } from '@hornets/server/http/caller'
import { type RateLimit, RateLimiter } from '@hornets/server/http/rate-limiter'

export interface SignInLimits {
  readonly asking: RateLimit
  readonly signup: RateLimit
  readonly signIn: RateLimit
  readonly accountAtAddress: RateLimit
  readonly accountFailures: RateLimit
  /** The own password given again by who is signed in, in one session. */
  readonly ownPassword: RateLimit
  /**
   * The same in all sessions of one account: several times as much, so that one that was stolen never uses up what its
   * owner needs in another.
   */
  readonly ownPasswordOfAccount: RateLimit
  /** Changes by who is signed in, in one session: each leaves an entry in a log that forgets nothing. */
  readonly changes: RateLimit
  /** The same in all sessions of one account: several times as much, as with the own password. */
  readonly changesOfAccount: RateLimit
  /**
   * Wrong codes of the second factor for one account, at signing in and in its sessions apart: the first come only from
   * who has its password and its key, the others only from who has a session and its password.
   */
  readonly secondFactor: RateLimit
  /** Asking for a security code, by address. */
  readonly recovery: RateLimit
  /** Looking at a security code or using one, by address. */
  readonly recoveryCode: RateLimit
  /**
   * Codes mailed for a forgotten password: to one address whoever asks, and to it asked for from each place where its
   * account has signed in before. A token comes back long before a code ends, so that whoever holds the mailbox always
   * has one that is good, however often strangers ask.
   */
  readonly recoveryMail: RateLimit
  /**
   * Codes tried for one account: by all strangers together, and from each place where it has signed in before. Six
   * characters withstand no guessing that grows with the number of addresses it comes from.
   */
  readonly recoveryGuesses: RateLimit
  /** Codes mailed to verify an address, for each account. */
  readonly verificationMail: RateLimit
  /** Codes tried for verifying the address of one account. */
  readonly emailCode: RateLimit
  /** What every answer about a mailed code takes at least, so that its time tells nothing. */
  readonly recoveryAnswerMs: number
  /** What a stranger waits before a password is looked at, once an account has had too many failures. */
  readonly slowedMs: number
}

export const signInLimits: SignInLimits = {
  asking: { burst: 60, perMinute: 60 },
  signup: { burst: 10, perMinute: 5 },
  /** Both steps of signing in count, so that ten people behind one address can sign in at once. */
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

/**
 * How often one address may try, and one account from it. What all addresses together do to an account only slows
 * strangers down: if it could refuse, any stranger could keep its admin out. Guessing the password of one account from
 * many addresses gains little, since it opens nothing without the account's key.
 */
export class SignInLimiter {
  readonly #asking: RateLimiter
  readonly #signup: RateLimiter
  readonly #signIn: RateLimiter
  readonly #accountAtAddress: RateLimiter
  readonly #accountFailures: RateLimiter
  readonly #ownPassword: RateLimiter
  readonly #ownPasswordOfAccount: RateLimiter
  readonly #changes: RateLimiter
  readonly #changesOfAccount: RateLimiter
  readonly #secondFactor: RateLimiter
  readonly #recovery: RateLimiter
  readonly #recoveryCode: RateLimiter
  readonly #recoveryMail: RateLimiter
  readonly #recoveryGuesses: RateLimiter
  readonly #verificationMail: RateLimiter
  readonly #emailCode: RateLimiter
  readonly #slowedMs: number

  constructor(limits: SignInLimits, now: Clock) {
    this.#asking = new RateLimiter(limits.asking, now)
    this.#signup = new RateLimiter(limits.signup, now)
    this.#signIn = new RateLimiter(limits.signIn, now)
    this.#accountAtAddress = new RateLimiter(limits.accountAtAddress, now)
    this.#accountFailures = new RateLimiter(limits.accountFailures, now)
    this.#ownPassword = new RateLimiter(limits.ownPassword, now)
    this.#ownPasswordOfAccount = new RateLimiter(limits.ownPasswordOfAccount, now)
    this.#changes = new RateLimiter(limits.changes, now)
    this.#changesOfAccount = new RateLimiter(limits.changesOfAccount, now)
    this.#secondFactor = new RateLimiter(limits.secondFactor, now)
    this.#recovery = new RateLimiter(limits.recovery, now)
    this.#recoveryCode = new RateLimiter(limits.recoveryCode, now)
    this.#recoveryMail = new RateLimiter(limits.recoveryMail, now)
    this.#recoveryGuesses = new RateLimiter(limits.recoveryGuesses, now)
    this.#verificationMail = new RateLimiter(limits.verificationMail, now)
    this.#emailCode = new RateLimiter(limits.emailCode, now)
    this.#slowedMs = limits.slowedMs
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

  countPassword(pubkey: string, address: string): void {
    this.#accountAtAddress.take(placeOf(pubkey, address))
  }

  countFailure(pubkey: string): void {
    this.#accountFailures.tryTake(pubkey)
  }

  /** By session first: what that refuses costs the account nothing. */
  countOwnPassword(sessionId: string, accountId: string): void {
    this.#ownPassword.take(sessionId)
    this.#ownPasswordOfAccount.take(accountId)
  }

  /** As above. */
  countChange(sessionId: string, accountId: string): void {
    this.#changes.take(sessionId)
    this.#changesOfAccount.take(accountId)
  }

  /** Throws ApiError('rate_limited') after too many wrong codes; a right one costs nothing. */
  assertSecondFactor(accountId: string, where: SecondFactorPlace): void {
    const key = `${accountId} ${where}`
    if (!this.#secondFactor.hasToken(key)) this.#secondFactor.take(key)
  }

  countWrongSecondFactor(accountId: string, where: SecondFactorPlace): void {
    this.#secondFactor.tryTake(`${accountId} ${where}`)
  }

  countRecovery(address: string): void {
    this.#recovery.take(addressKey(address))
  }

  countRecoveryCode(address: string): void {
    this.#recoveryCode.take(addressKey(address))
  }

  /** May a code be mailed to this account? Without `place` by what all strangers together may ask for. */
  mayMailRecovery(accountId: string, place = ''): boolean {
    return this.#recoveryMail.tryTake(`${accountId} ${place}`)
  }

  /** May a code of this account be tried? `place` as above. */
  mayGuessRecovery(accountId: string, place = ''): boolean {
    return this.#recoveryGuesses.tryTake(`${accountId} ${place}`)
  }

  countVerificationMail(accountId: string): void {
    this.#verificationMail.take(accountId)
  }

  countEmailCode(accountId: string): void {
    this.#emailCode.take(accountId)
  }

  /** For strangers: resolves at once but at an account that has had too many failures. */
  async slowDown(pubkey: string): Promise<void> {
    if (!this.#accountFailures.hasToken(pubkey)) await setTimeout(this.#slowedMs)
  }
}

/** Where a code of the second factor is asked for. */
export type SecondFactorPlace = 'sign-in' | 'session'

const placeOf = (pubkey: string, address: string) => `${pubkey} ${addressKey(address)}`
