import type { Role } from '@hornets/contract/admin/accounts/auth'
import type { Insertable, Selectable } from 'kysely'
import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { AdminTables } from '../../database/admin-tables.ts'

export type InvitationRow = Selectable<AdminTables['invitations']>

export class AdminStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  /** Admins by sign-up time, each with the time last seen (null if unknown). */
  async listAccounts() {
    const rows = await this.#reads
      .selectFrom('accounts')
      .leftJoin('sessions', 'sessions.account_id', 'accounts.id')
      .select(({ fn }) => [
        'accounts.id',
        'accounts.pubkey',
        'accounts.profile',
        'accounts.role',
        'accounts.totp_secret',
        'accounts.created_at',
        fn.max('sessions.last_used_at').as('session_used_at'),
      ])
      .groupBy('accounts.id')
      .orderBy('accounts.created_at')
      .orderBy('accounts.pubkey')
      .execute()
    const signedIn = await this.#reads
      .selectFrom('sign_in_addresses')
      .select(({ fn }) => ['account_id', fn.max('last_used_at').as('at')])
      .groupBy('account_id')
      .execute()
    const signedInAt = new Map(signedIn.map(({ account_id, at }) => [account_id, at]))
    return rows.map(({ session_used_at, ...row }) => ({
      ...row,
      // Ended sessions are deleted; the account then falls back to the time of its last sign-in.
      last_used_at: Math.max(session_used_at ?? 0, signedInAt.get(row.id) ?? 0) || null,
    }))
  }

  async countOwners(reads: AdminReads = this.#reads): Promise<number> {
    const { count } = await reads
      .selectFrom('accounts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('role', '=', 'owner')
      .executeTakeFirstOrThrow()
    return count
  }

  async setRole(tx: AdminTransaction, accountId: string, role: Role): Promise<void> {
    await tx.updateTable('accounts').set({ role }).where('id', '=', accountId).execute()
  }

  async deleteAccount(tx: AdminTransaction, accountId: string): Promise<void> {
    await tx.deleteFrom('accounts').where('id', '=', accountId).execute()
  }

  async insertInvitation(tx: AdminTransaction, row: Insertable<AdminTables['invitations']>): Promise<void> {
    await tx.insertInto('invitations').values(row).execute()
  }

  async listInvitations(now: number): Promise<InvitationRow[]> {
    return this.#reads
      .selectFrom('invitations')
      .selectAll()
      .where('expires_at', '>', now)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute()
  }

  async findInvitation(tokenHash: string, now: number): Promise<InvitationRow | undefined> {
    return this.#reads
      .selectFrom('invitations')
      .selectAll()
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now)
      .executeTakeFirst()
  }

  async takeInvitation(tx: AdminTransaction, tokenHash: string, now: number): Promise<InvitationRow | undefined> {
    return tx
      .deleteFrom('invitations')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst()
  }

  async deleteInvitation(tx: AdminTransaction, id: string, now: number): Promise<InvitationRow | undefined> {
    return tx
      .deleteFrom('invitations')
      .where('id', '=', id)
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst()
  }

  async deleteInvitationsBy(tx: AdminTransaction, pubkey: string): Promise<void> {
    await tx.deleteFrom('invitations').where('invited_by', '=', pubkey).execute()
  }

  async deleteExpiredInvitations(tx: AdminTransaction, now: number): Promise<void> {
    await tx.deleteFrom('invitations').where('expires_at', '<=', now).execute()
  }
}
