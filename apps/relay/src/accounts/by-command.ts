import { randomInt } from 'node:crypto'
import { disableTwoFactor } from '@hornets/contract/admin/accounts/account'
import { newPassword } from '@hornets/contract/admin/accounts/auth'
import { serverActions } from '@hornets/contract/admin/audit-actions'
import { type AuditLog, atTheServer } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { toPubkeyHex } from '../keys/nostr-keys.ts'
import { type Account, AccountStore } from './account-store.ts'
import { AdminStore } from './admins/admin-store.ts'
import { invitedAtTheServer, makeInvitation } from './admins/make-invitation.ts'
import { displayName } from './names.ts'
import { PasswordHasher } from './password/password.ts'
import { MailCodeStore } from './recovery/mail-code-store.ts'
import { SessionStore } from './sessions/session-store.ts'
import { TwoFactorStore } from './two-factor/two-factor-store.ts'
import { profileOf } from './user.ts'

/** Without letters that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
const generatedLength = 20
/** Shorter than other invitations, because the person who asks for it uses it immediately. */
const ownerInvitationMs = 24 * 60 * 60_000

export class CommandError extends Error {
  override readonly name = 'CommandError'
}

export interface AccountLine {
  readonly pubkey: string
  readonly name: string
  readonly role: Account['role']
  readonly twoFactor: boolean
  readonly lastUsedAt: number | null
}

/** By anyone who can read the data folder, without a session. A running relay uses the same database. */
export class AccountsByCommand {
  readonly #database: AdminDatabase
  readonly #twoFactor: TwoFactorStore
  readonly #sessions: SessionStore
  readonly #mailCodes: MailCodeStore
  readonly #admins: AdminStore
  readonly #accounts: AccountStore
  readonly #audit: AuditLog

  constructor(database: AdminDatabase, audit: AuditLog) {
    this.#database = database
    this.#twoFactor = new TwoFactorStore(database.reads)
    this.#sessions = new SessionStore(database.reads)
    this.#mailCodes = new MailCodeStore(database.reads)
    this.#admins = new AdminStore(database.reads)
    this.#accounts = new AccountStore(database.reads)
    this.#audit = audit
  }

  async list(): Promise<AccountLine[]> {
    const rows = await this.#admins.listAccounts()
    return rows.map(row => ({
      pubkey: row.pubkey,
      name: displayName(profileOf(row)),
      role: row.role,
      twoFactor: row.totp_secret !== null,
      lastUsedAt: row.last_used_at,
    }))
  }

  /** Finds an account by npub or hex, or the only admin without either. Throws CommandError. */
  async find(given: string | undefined): Promise<Account> {
    if (given === undefined) return this.#onlyOne()
    const pubkey = toPubkeyHex(given)
    if (pubkey === null) throw new CommandError(`${given} is not an npub or a 64-character hex public key.`)
    const account = await this.#accounts.findAccountByPubkey(pubkey)
    if (!account) throw new CommandError(`${given} is no admin of this relay. \`npm run admin -- list\` shows who is.`)
    return account
  }

  async setPassword({ id, pubkey }: Account, password: string): Promise<number> {
    const hash = await new PasswordHasher().hash(password)
    return this.#database.transact(async tx => {
      await this.#accounts.replacePassword(tx, id, hash)
      await this.#mailCodes.deleteMailCodes(tx, id)
      await this.#audit.recordChange(tx, { actor: atTheServer, action: serverActions.resetPassword, target: pubkey })
      return (await this.#sessions.deleteSessionsOf(tx, id)).length
    })
  }

  /** False if it was already off. */
  async switchTwoFactorOff({ id, pubkey }: Account): Promise<boolean> {
    return this.#database.transact(async tx => {
      const done = await this.#twoFactor.removeTwoFactor(tx, id)
      if (done) {
        const entry = { actor: atTheServer, action: disableTwoFactor.audit.done, target: pubkey }
        await this.#audit.recordChange(tx, entry)
      }
      return done
    })
  }

  /** The token of a single-use invitation for an owner, and its expiry (ms since 1970). Throws CommandError. */
  async inviteOwner(): Promise<{ readonly token: string; readonly expiresAt: number }> {
    if ((await this.list()).length === 0) throw unclaimed()
    const { token, row } = await makeInvitation(this.#database, this.#audit, {
      actor: atTheServer,
      invitedBy: invitedAtTheServer,
      role: 'owner',
      email: '',
      now: Date.now(),
      lifetimeMs: ownerInvitationMs,
    })
    return { token, expiresAt: row.expires_at }
  }

  async #onlyOne(): Promise<Account> {
    const [first, ...others] = await this.list()
    if (!first) throw unclaimed()
    if (others.length > 0) throw new CommandError('There are several admins. Specify one by npub or hex public key.')
    return this.find(first.pubkey)
  }
}

const unclaimed = () => new CommandError('This relay has no admin yet: open the address that it prints at its start.')

/** A password that meets the rules, with more than 110 random bits. */
export function makePassword(): string {
  for (;;) {
    const made = Array.from({ length: generatedLength }, () => alphabet[randomInt(alphabet.length)]).join('')
    if (newPassword.safeParse(made).success) return made
  }
}
