import { messages } from '@hornets/contract'
import { type Admin, changeRole, removeAdmin } from '@hornets/contract/admin/accounts/admins'
import type { Role } from '@hornets/contract/admin/accounts/auth'
import { ApiError } from '@hornets/server/api-error'
import { toTimestamp } from '@hornets/server/clock'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase, AdminTransaction } from '../../database/admin-database.ts'
import { type Account, AccountStore } from '../account-store.ts'
import { displayName } from '../names.ts'
import type { Notices } from '../notices.ts'
import type { AdminSession, Sessions } from '../sessions/sessions.ts'
import { profileOf } from '../user.ts'
import { AdminStore } from './admin-store.ts'

export interface AdminsOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly sessions: Sessions
  readonly notices: Notices
  readonly onChange: () => void
}

export class Admins {
  readonly #parts: AdminsOptions
  readonly #admins: AdminStore
  readonly #accounts: AccountStore

  constructor(parts: AdminsOptions) {
    this.#parts = parts
    this.#admins = new AdminStore(parts.database.reads)
    this.#accounts = new AccountStore(parts.database.reads)
  }

  async list(): Promise<Admin[]> {
    const rows = await this.#admins.listAccounts()
    return rows.map(row => ({
      id: row.id,
      npub: row.pubkey,
      name: displayName(profileOf(row)),
      role: row.role,
      twoFactor: row.totp_secret !== null,
      createdAt: toTimestamp(row.created_at),
      lastUsedAt: row.last_used_at === null ? null : toTimestamp(row.last_used_at),
    }))
  }

  /**
   * Applies from each session's next call. Passwords must be entered again elsewhere. Throws ApiError('not_found' |
   * 'conflict').
   */
  async changeRole({ id: session, actor }: AdminSession, id: string, role: Role): Promise<Admin> {
    const { database, audit, sessions, notices, onChange } = this.#parts
    const done = await database.transact(async tx => {
      const account = await this.#find(tx, id)
      if (account.role === role) return undefined
      await this.#keepAnOwner(tx, account)
      await this.#admins.setRole(tx, id, role)
      if (role !== 'owner') await this.#admins.deleteInvitationsBy(tx, account.pubkey)
      await audit.recordChange(tx, {
        actor,
        action: changeRole.audit,
        target: account.pubkey,
        before: { role: account.role },
        after: { role },
      })
      await sessions.forgetPasswords(tx, id, session)
      return account
    })
    if (done) {
      notices.changed(done, 'role')
      onChange()
    }
    const admin = (await this.list()).find(one => one.id === id)
    if (!admin) throw new ApiError('not_found', messages.notFound)
    return admin
  }

  /** Also removes their sessions and invitations, and notifies them. Throws ApiError('not_found' | 'conflict'). */
  async remove({ actor }: AdminSession, id: string): Promise<void> {
    const { database, audit, sessions, notices, onChange } = this.#parts
    const { account, ended } = await database.transact(async tx => {
      const account = await this.#find(tx, id)
      await this.#keepAnOwner(tx, account)
      const ended = await sessions.endAll(tx, id)
      await this.#admins.deleteInvitationsBy(tx, account.pubkey)
      await this.#admins.deleteAccount(tx, id)
      const before = { role: account.role }
      await audit.recordChange(tx, { actor, action: removeAdmin.audit, target: account.pubkey, before })
      return { account, ended }
    })
    sessions.tellEnded(ended)
    notices.changed(account, 'removed')
    onChange()
  }

  async #find(tx: AdminTransaction, id: string): Promise<Account> {
    const account = await this.#accounts.findAccount(id, tx)
    if (!account) throw new ApiError('not_found', messages.notFound)
    return account
  }

  async #keepAnOwner(tx: AdminTransaction, { role }: Account): Promise<void> {
    if (role === 'owner' && (await this.#admins.countOwners(tx)) === 1)
      throw new ApiError('conflict', messages.lastOwner)
  }
}
