import { type BodyOf, messages, type NostrEvent } from '@hornets/contract'
import type { AuditAction } from '@hornets/contract/admin'
import { login, type UnsignedEvent, type User, verify, verifyTotp } from '@hornets/contract/admin/accounts/auth'
import { isConsistent } from '@hornets/contract/sign-in'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { type Caller, networkOf } from '@hornets/server/http/caller'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase, AdminTransaction } from '../../database/admin-database.ts'
import { toPubkeyHex } from '../../keys/nostr-keys.ts'
import { type Account, AccountStore } from '../account-store.ts'
import type { SignInLimiter } from '../limits.ts'
import type { Notices } from '../notices.ts'
import type { PasswordHasher } from '../password/password.ts'
import { ProfileStore } from '../profile-store.ts'
import type { Device } from '../sessions/device.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Tickets } from '../two-factor/tickets.ts'
import type { TwoFactor } from '../two-factor/two-factor.ts'
import { userOf } from '../user.ts'
import { Challenges } from './challenges.ts'

/** A challenge has at most 200 characters. */
const placeCharsMax = 100

export interface SignInOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly sessions: Sessions
  readonly passwords: PasswordHasher
  readonly limiter: SignInLimiter
  readonly twoFactor: TwoFactor
  readonly tickets: Tickets
  readonly notices: Notices
  /** Where clients reach the relay; undefined if it does not know. */
  readonly relayAddress: () => string | undefined
  readonly isGenuine: (event: NostrEvent) => boolean
  readonly now: Clock
}

interface SignedIn {
  readonly token: string
  readonly user: User
}

interface Opened {
  readonly account: Account
  readonly token: string
  readonly isNewAddress: boolean
  readonly ended: readonly string[]
}

/** Allowed clock difference for a signed challenge: some signers replace its time with their own. */
const clockToleranceSeconds = 10 * 60

/** Sign-in: the password, then a signature by the account's key, then the second factor if it is on. */
export class SignIn {
  readonly #parts: SignInOptions
  readonly #profiles: ProfileStore
  readonly #accounts: AccountStore
  readonly #challenges: Challenges

  constructor(parts: SignInOptions) {
    this.#parts = parts
    this.#profiles = new ProfileStore(parts.database.reads)
    this.#accounts = new AccountStore(parts.database.reads)
    this.#challenges = new Challenges(parts.now)
  }

  /** A right password gets an event to sign. A wrong one and an unknown account get the same refusal. */
  async login(npub: string, password: string, caller: Caller): Promise<UnsignedEvent> {
    const { limiter, passwords, now } = this.#parts
    limiter.countSignIn(caller.address)
    const pubkey = toPubkeyHex(npub)
    if (pubkey) limiter.countPassword(pubkey, caller.address)
    const isKnown = pubkey !== null && (await this.#isKnown(pubkey, caller))
    if (pubkey && !isKnown) await limiter.slowDown(pubkey)
    const account = pubkey ? await this.#accounts.findAccountByPubkey(pubkey) : undefined
    const right = await passwords.verify(password, account?.password, isKnown)
    if (!right || !account) {
      if (pubkey) limiter.countFailure(pubkey)
      return this.#refuse(login.audit, pubkey ?? '', caller, messages.credentialsWrong)
    }
    return {
      kind: 1,
      pubkey: account.pubkey,
      created_at: Math.floor(now() / 1000),
      tags: [],
      content: this.#challenges.issue(passwordOf(account), code => this.#challengeWith(code)),
    }
  }

  /** Extensions show it: what it is for, when (UTC), and what makes it unique. */
  #challengeWith(code: string): string {
    const { relayAddress, now } = this.#parts
    const place = (relayAddress() ?? 'this relay').slice(0, placeCharsMax)
    return `Sign in to ${place} at ${new Date(now()).toISOString().slice(11, 16)}, code ${code}`
  }

  /** Checks the signed challenge, once. Opens a session or asks for the second factor. */
  async verify(
    answer: BodyOf<typeof verify>,
    caller: Caller,
    device: Device,
  ): Promise<SignedIn | { twoFactorRequired: true; ticket: string }> {
    const { limiter, database, tickets } = this.#parts
    limiter.countSignIn(caller.address)
    const { event } = answer
    const account = await this.#accounts.findAccountByPubkey(event.pubkey)
    // Nothing is awaited until the challenge is consumed, so that two answers cannot both use it.
    const isRight = account !== undefined && this.#answersChallenge(answer, account) && this.#consume(answer, account)
    if (!isRight) return this.#refuse(verify.audit.refused, event.pubkey, caller, messages.challengeWrong)
    const outcome = await database.transact(async tx => {
      // Read again: two-factor may have been turned on, or the account removed.
      const now = await this.#accounts.findAccount(account.id, tx)
      if (!now || passwordOf(now) !== passwordOf(account)) return 'over'
      return now.totp_secret === null ? this.#open(tx, now, device) : 'second factor'
    })
    if (outcome === 'over') return this.#refuse(verify.audit.refused, event.pubkey, caller, messages.challengeWrong)
    if (outcome !== 'second factor') return this.#welcome(outcome, device)
    return { twoFactorRequired: true, ticket: tickets.issue(account.id, passwordOf(account)) }
  }

  /** Opens a session for a ticket of `verify` and a code. Throws ApiError('invalid_credentials' | 'rate_limited'). */
  async verifyTotp(ticket: string, code: string, caller: Caller, device: Device): Promise<SignedIn> {
    const { limiter, database, tickets, twoFactor } = this.#parts
    limiter.countSignIn(caller.address)
    const outcome = await database.transact(async tx => {
      const accountId = tickets.accountOf(ticket)
      const account = accountId === undefined ? undefined : await this.#accounts.findAccount(accountId, tx)
      const isOver = !account || account.totp_secret === null || !tickets.isFor(ticket, passwordOf(account))
      if (isOver) return { pubkey: '', message: messages.signInOver }
      if (await twoFactor.spend(tx, account, code, 'sign-in')) {
        tickets.consume(ticket)
        return this.#open(tx, account, device)
      }
      tickets.countWrong(ticket)
      const message = tickets.accountOf(ticket) === undefined ? messages.signInOver : messages.codeWrong
      return { pubkey: account.pubkey, message }
    })
    if (!('token' in outcome)) return this.#refuse(verifyTotp.audit.refused, outcome.pubkey, caller, outcome.message)
    return this.#welcome(outcome, device)
  }

  #isKnown(pubkey: string, { address }: Caller): Promise<boolean> {
    return this.#profiles.hasKeySignedInFrom(pubkey, networkOf(address))
  }

  #welcome({ account, token, isNewAddress, ended }: Opened, device: Device): SignedIn {
    this.#parts.sessions.tellEnded(ended)
    if (isNewAddress) this.#parts.notices.newSignIn(account, device)
    return { token, user: userOf(account) }
  }

  async #open(tx: AdminTransaction, account: Account, device: Device): Promise<Opened> {
    const { audit, sessions, now } = this.#parts
    const { id, pubkey } = account
    const actor = { pubkey, address: device.address }
    const ended = await sessions.endReplaced(tx, device.authorization, device.address)
    await audit.recordChange(tx, { actor, action: verify.audit.done, target: pubkey })
    const isNewAddress = await this.#profiles.noteSignInAddress(tx, id, networkOf(device.address), now())
    return { account, token: await sessions.open(tx, id, device), isNewAddress, ended }
  }

  #consume({ event }: BodyOf<typeof verify>, account: Account): boolean {
    return this.#challenges.consume(event.content, passwordOf(account))
  }

  async #refuse(action: AuditAction, target: string, { address }: Caller, message: string): Promise<never> {
    await this.#parts.audit.recordRefusal({ actor: { pubkey: null, address }, action, target })
    throw new ApiError('invalid_credentials', message)
  }

  #answersChallenge(answer: BodyOf<typeof verify>, account: Account): boolean {
    const { event } = answer
    const ageSeconds = Math.abs(this.#parts.now() / 1000 - event.created_at)
    return (
      event.kind === 1 &&
      isConsistent(answer) &&
      ageSeconds <= clockToleranceSeconds &&
      this.#challenges.isLive(event.content, passwordOf(account)) &&
      this.#parts.isGenuine(event)
    )
  }
}

/** Identifies an account's current password: changing it invalidates sign-ins in progress. */
const passwordOf = ({ id, password }: Account) => `${id} ${password}`
