import { randomUUID } from 'node:crypto'
import { type AnswerOf, type BodyOf, messages } from '@hornets/contract'
import { type Role, type readInvitation, signup, type userExist } from '@hornets/contract/admin/accounts/auth'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Caller } from '@hornets/server/http/caller'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { toPubkeyHex } from '../keys/nostr-keys.ts'
import { AccountStore } from './account-store.ts'
import { type Invitations, inviterOf } from './admins/invitations.ts'
import type { SignInLimiter } from './limits.ts'
import type { PasswordHasher } from './password/password.ts'
import type { SetupToken } from './setup-token.ts'

export interface AccountsOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly passwords: PasswordHasher
  readonly setupToken: SetupToken
  readonly limiter: SignInLimiter
  readonly invitations: Invitations
  readonly hasMail: () => boolean
  /** Whether a backup can be restored while it is unclaimed. */
  readonly canRestore: boolean
  readonly relayName: () => string
  readonly now: Clock
  readonly onError: (error: unknown) => void
}

export class Accounts {
  readonly #parts: AccountsOptions
  readonly #accounts: AccountStore
  readonly #onChange: Emitter<void>
  #claimed: boolean

  private constructor(parts: AccountsOptions, claimed: boolean) {
    this.#parts = parts
    this.#accounts = new AccountStore(parts.database.reads)
    this.#onChange = new Emitter(parts.onError)
    this.#claimed = claimed
  }

  static async open(parts: AccountsOptions): Promise<Accounts> {
    const claimed = (await new AccountStore(parts.database.reads).countAccounts()) > 0
    // A claimed relay writes no token: with a full disk it would not start.
    await (claimed ? parts.setupToken.discard() : parts.setupToken.keep())
    return new Accounts(parts, claimed)
  }

  isClaimed(): boolean {
    return this.#claimed
  }

  owners(): Promise<string[]> {
    return this.#accounts.listOwnerPubkeys()
  }

  admins(): Promise<string[]> {
    return this.#accounts.listAdminPubkeys()
  }

  async rolesOf(pubkeys: readonly string[]): Promise<ReadonlyMap<string, Role>> {
    const rows = await this.#accounts.listRoles(pubkeys)
    return new Map(rows.map(({ pubkey, role }) => [pubkey, role]))
  }

  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  tellChange(): void {
    this.#onChange.emit()
  }

  describe(caller: Caller): AnswerOf<typeof userExist> {
    this.#parts.limiter.countAsking(caller.address)
    return {
      exists: this.#claimed,
      allowSignup: !this.#claimed,
      setupTokenRequired: !this.#claimed,
      recovery: this.#parts.hasMail() ? 'mail' : 'command',
      ...(!this.#claimed && this.#parts.canRestore && { restore: true }),
      name: this.#parts.relayName(),
      message: this.#claimed ? 'This relay has been claimed' : 'This relay has no admin yet',
    }
  }

  /** The terms of an invitation. Throws ApiError('not_found'). */
  readInvitation(token: string, caller: Caller): Promise<AnswerOf<typeof readInvitation>> {
    this.#parts.limiter.countAsking(caller.address)
    return this.#parts.invitations.read(token)
  }

  /** First: true. Later ones get signup_closed without an invitation, and false with one. */
  async signup(body: BodyOf<typeof signup>, caller: Caller): Promise<boolean> {
    const { limiter } = this.#parts
    limiter.countSignup(caller.address)
    const pubkey = toPubkeyHex(body.npub)
    if (pubkey === null)
      throw new ApiError('invalid_fields', messages.pubkeyInvalid, { fields: { npub: messages.pubkeyInvalid } })
    if (body.invitation) await this.#signupInvited(pubkey, body.password, body.invitation, caller)
    else await this.#claim(pubkey, body, caller)
    this.#claimed = true
    this.#onChange.emit()
    return !body.invitation
  }

  async #claim(pubkey: string, body: BodyOf<typeof signup>, caller: Caller): Promise<void> {
    const { passwords, database, audit, now, setupToken } = this.#parts
    if (this.#claimed) return this.#refuseSignup('signup_closed', messages.signupClosed, pubkey, caller)
    if (!setupToken.matches(body.setupToken ?? ''))
      return this.#refuseSignup('setup_token_required', messages.setupTokenRequired, pubkey, caller)
    const password = await passwords.hash(body.password)
    const made = await database.transact(async tx => {
      if ((await this.#accounts.countAccounts(tx)) > 0) return false
      await this.#accounts.insertAccount(tx, { id: randomUUID(), pubkey, password, role: 'owner', created_at: now() })
      await audit.recordChange(tx, {
        actor: { pubkey, address: caller.address },
        action: signup.audit,
        target: pubkey,
        after: { role: 'owner' },
      })
      return true
    })
    if (!made) return this.#refuseSignup('signup_closed', messages.signupClosed, pubkey, caller)
    await setupToken.discard()
  }

  async #signupInvited(pubkey: string, given: string, token: string, caller: Caller): Promise<void> {
    const { passwords, database, audit, now, invitations } = this.#parts
    // Checked before hashing, so that strangers cannot cause password hashes.
    if (!(await invitations.find(token))) return this.#refuseInvited(pubkey, caller)
    const password = await passwords.hash(given)
    const made = await database.transact(async tx => {
      if (await this.#accounts.findAccountByPubkey(pubkey, tx)) throw new ApiError('conflict', messages.alreadyAdmin)
      const invitation = await invitations.take(tx, token)
      if (!invitation) return false
      const { role, email } = invitation
      const profile = email === '' ? {} : { profile: JSON.stringify({ email }), email: email.toLowerCase() }
      await this.#accounts.insertAccount(tx, {
        id: randomUUID(),
        pubkey,
        password,
        role,
        created_at: now(),
        ...profile,
      })
      await audit.recordChange(tx, {
        actor: { pubkey, address: caller.address },
        action: signup.audit,
        target: pubkey,
        after: { role, invited_by: inviterOf(invitation) },
      })
      return true
    })
    if (!made) return this.#refuseInvited(pubkey, caller)
  }

  async #refuseInvited(pubkey: string, { address }: Caller): Promise<never> {
    const after = { code: 'not_found' }
    await this.#parts.audit.recordRefusal({
      actor: { pubkey: null, address },
      action: signup.audit,
      target: pubkey,
      after,
    })
    throw new ApiError('not_found', messages.invitationUnknown)
  }

  async #refuseSignup(
    code: 'signup_closed' | 'setup_token_required',
    message: string,
    pubkey: string,
    { address }: Caller,
  ): Promise<never> {
    const entry = { actor: { pubkey: null, address }, action: signup.audit, target: pubkey, after: { code } }
    await this.#parts.audit.recordRefusal(entry)
    throw new ApiError(code, message)
  }
}
