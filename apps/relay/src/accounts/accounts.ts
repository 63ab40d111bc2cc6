import { randomUUID } from 'node:crypto'
import { type AnswerOf, type BodyOf, messages, type NostrEvent } from '@hornets/contract'
import type { signup, UnsignedEvent, User, userExist, verify } from '@hornets/contract/admin/auth'
import { ApiError } from '@hornets/server/api-error'
import type { Caller } from '@hornets/server/caller'
import type { Clock } from '@hornets/server/clock'
import { Listeners } from '@hornets/server/listeners'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { toPubkeyHex } from '../nostr-keys.ts'
import { Challenges } from './challenges.ts'
import type { Device } from './device.ts'
import type { SignInLimiter } from './limits.ts'
import type { PasswordHasher } from './password.ts'
import type { Sessions } from './sessions.ts'
import type { SetupToken } from './setup-token.ts'
import { type Account, countAccounts, findAccountByPubkey, insertAccount, listOwnerPubkeys } from './store.ts'
import { userOf } from './user.ts'

export interface AccountsOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly sessions: Sessions
  readonly passwords: PasswordHasher
  readonly setupToken: SetupToken
  readonly limiter: SignInLimiter
  /** Is the id the hash of the event, and the signature its author's? */
  readonly isGenuine: (event: NostrEvent) => boolean
  readonly now: Clock
  readonly onError: (error: unknown) => void
}

/** How far the time of a signed challenge may be off: signers that stamp it anew have clocks of their own. */
const clockToleranceSeconds = 10 * 60

/** Claiming the relay and signing in to it: first the password, then the signature of the account's own key. */
export class Accounts {
  readonly #parts: AccountsOptions
  readonly #challenges: Challenges
  readonly #onChange: Listeners<void>
  #claimed: boolean

  private constructor(parts: AccountsOptions, claimed: boolean) {
    this.#parts = parts
    this.#challenges = new Challenges(parts.now)
    this.#onChange = new Listeners(parts.onError)
    this.#claimed = claimed
  }

  static async open(parts: AccountsOptions): Promise<Accounts> {
    const claimed = (await countAccounts(parts.database.reads)) > 0
    // A relay that has been claimed writes none: with a full disk it would not start.
    await (claimed ? parts.setupToken.discard() : parts.setupToken.keep())
    return new Accounts(parts, claimed)
  }

  isClaimed(): boolean {
    return this.#claimed
  }

  /** Public keys of the owners, hex. */
  owners(): Promise<string[]> {
    return listOwnerPubkeys(this.#parts.database.reads)
  }

  /** Called after an account has come. */
  onChange(listener: () => void): () => void {
    return this.#onChange.add(listener)
  }

  describe(caller: Caller): AnswerOf<typeof userExist> {
    this.#parts.limiter.countAsking(caller.address)
    return {
      exists: this.#claimed,
      allowSignup: !this.#claimed,
      setupTokenRequired: !this.#claimed && !caller.local,
      message: this.#claimed ? 'This relay has been claimed' : 'This relay has no admin yet',
    }
  }

  /** Makes the first admin; everybody after hears signup_closed. */
  async signup(body: BodyOf<typeof signup>, caller: Caller): Promise<void> {
    const { limiter, passwords, database, audit, now, setupToken } = this.#parts
    limiter.countSignup(caller.address)
    const pubkey = toPubkeyHex(body.npub)
    if (pubkey === null)
      throw new ApiError('invalid_fields', messages.pubkeyInvalid, { fields: { npub: messages.pubkeyInvalid } })
    if (this.#claimed) return this.#refuseSignup('signup_closed', messages.signupClosed, pubkey, caller)
    if (!caller.local && !setupToken.matches(body.setupToken ?? ''))
      return this.#refuseSignup('setup_token_required', messages.setupTokenRequired, pubkey, caller)
    const password = await passwords.hash(body.password)
    const made = await database.transact(async tx => {
      if ((await countAccounts(tx)) > 0) return false
      await insertAccount(tx, { id: randomUUID(), pubkey, password, role: 'owner', created_at: now() })
      await audit.recordChange(tx, {
        actor: { pubkey, address: caller.address },
        action: 'account.signup',
        target: pubkey,
        after: { role: 'owner' },
      })
      return true
    })
    if (!made) return this.#refuseSignup('signup_closed', messages.signupClosed, pubkey, caller)
    this.#claimed = true
    this.#onChange.tell()
    await setupToken.discard()
  }

  /** A right password is answered with an event to sign; a wrong one and an unknown account alike with one refusal. */
  async login(npub: string, password: string, caller: Caller): Promise<UnsignedEvent> {
    const { limiter, passwords, database, audit, now } = this.#parts
    limiter.countSignIn(caller.address)
    const pubkey = toPubkeyHex(npub)
    if (pubkey) limiter.countPassword(pubkey, caller.address)
    if (pubkey) await limiter.slowDown(pubkey, caller)
    const account = pubkey ? await findAccountByPubkey(database.reads, pubkey) : undefined
    const isKnown = pubkey !== null && limiter.isKnown(pubkey, caller)
    const right = await passwords.verify(password, account?.password, isKnown)
    if (!right || !account) {
      if (pubkey) limiter.countFailure(pubkey)
      const actor = { pubkey: null, address: caller.address }
      await audit.recordRefusal({ actor, action: 'session.login', target: pubkey ?? '' })
      throw new ApiError('invalid_credentials', messages.credentialsWrong)
    }
    return {
      kind: 1,
      pubkey: account.pubkey,
      created_at: Math.floor(now() / 1000),
      tags: [],
      content: this.#challenges.issue(account.id),
    }
  }

  /** The challenge, signed by the key of the account that it was issued to, opens a session, once. */
  async verify(answer: BodyOf<typeof verify>, caller: Caller, device: Device): Promise<{ token: string; user: User }> {
    const { limiter, database, audit, sessions } = this.#parts
    limiter.countSignIn(caller.address)
    const { event } = answer
    const account = await findAccountByPubkey(database.reads, event.pubkey)
    // From here to the challenge's end nothing is awaited, so that two answers cannot both find it live.
    if (!account || !this.#answersChallenge(answer, account) || !this.#challenges.consume(event.content, account.id)) {
      const actor = { pubkey: null, address: caller.address }
      await audit.recordRefusal({ actor, action: 'session.verify', target: event.pubkey })
      throw new ApiError('invalid_credentials', messages.challengeWrong)
    }
    const actor = { pubkey: account.pubkey, address: caller.address }
    const token = await database.transact(async tx => {
      await audit.recordChange(tx, { actor, action: 'session.login', target: account.pubkey })
      return sessions.open(tx, account.id, device)
    })
    limiter.rememberSignIn(account.pubkey, caller.address)
    return { token, user: userOf(account) }
  }

  #answersChallenge({ challenge, signature, messageHash, event }: BodyOf<typeof verify>, account: Account): boolean {
    const ageSeconds = Math.abs(this.#parts.now() / 1000 - event.created_at)
    return (
      event.kind === 1 &&
      event.content === challenge &&
      event.sig === signature &&
      event.id === messageHash &&
      ageSeconds <= clockToleranceSeconds &&
      this.#challenges.isLive(challenge, account.id) &&
      this.#parts.isGenuine(event)
    )
  }

  async #refuseSignup(
    code: 'signup_closed' | 'setup_token_required',
    message: string,
    pubkey: string,
    { address }: Caller,
  ): Promise<never> {
    const entry = { actor: { pubkey: null, address }, action: 'account.signup', target: pubkey, after: { code } }
    await this.#parts.audit.recordRefusal(entry)
    throw new ApiError(code, message)
  }
}
