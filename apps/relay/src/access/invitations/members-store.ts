import { sql } from 'kysely'
import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { AdminTables } from '../../database/admin-tables.ts'

export type InvitationRow = AdminTables['access_invitations']
export type MemberRow = AdminTables['access_members']

export class MembersStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async listInvitations(): Promise<InvitationRow[]> {
    return this.#reads
      .selectFrom('access_invitations')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('code')
      .execute()
  }

  async countInvitations(tx: AdminTransaction): Promise<number> {
    const { count } = await tx
      .selectFrom('access_invitations')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  async insertInvitation(tx: AdminTransaction, row: InvitationRow): Promise<void> {
    await tx.insertInto('access_invitations').values(row).execute()
  }

  async deleteInvitations(tx: AdminTransaction, codes: readonly string[]): Promise<InvitationRow[]> {
    return tx.deleteFrom('access_invitations').where('code', 'in', codes).returningAll().execute()
  }

  /** Uses the code once if it is still good. */
  async useInvitation(tx: AdminTransaction, code: string, now: number): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('access_invitations')
      .set(({ eb }) => ({ uses: eb('uses', '+', 1) }))
      .where('code', '=', code)
      .where(({ or, eb, ref }) => or([eb('uses_max', 'is', null), eb('uses', '<', ref('uses_max'))]))
      .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  async listMemberKeys(): Promise<string[]> {
    const rows = await this.#reads.selectFrom('access_members').select('pubkey').execute()
    return rows.map(({ pubkey }) => pubkey)
  }

  async searchMembers({ text, limit, offset }: { text?: string | undefined; limit: number; offset: number }) {
    const matching = this.#reads
      .selectFrom('access_members')
      .$if(text !== undefined, select => select.where(sql<boolean>`instr(pubkey, lower(${text})) > 0`))
    const { count } = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    const rows = await matching
      .selectAll()
      .orderBy('joined_at', 'desc')
      .orderBy('pubkey')
      .limit(limit)
      .offset(offset)
      .execute()
    return { rows, count }
  }

  async insertMember(tx: AdminTransaction, row: MemberRow): Promise<void> {
    await tx.insertInto('access_members').values(row).execute()
  }

  async deleteMembers(tx: AdminTransaction, pubkeys: readonly string[]): Promise<MemberRow[]> {
    return tx.deleteFrom('access_members').where('pubkey', 'in', pubkeys).returningAll().execute()
  }

  /** Those that were withdrawn or ended before are forgotten. */
  async forgetUndone(tx: AdminTransaction, before: number): Promise<void> {
    await tx.deleteFrom('withdrawn_invitations').where('withdrawn_at', '<=', before).execute()
    await tx.deleteFrom('ended_members').where('ended_at', '<=', before).execute()
  }

  async keepWithdrawn(tx: AdminTransaction, rows: readonly InvitationRow[], withdrawn_at: number): Promise<void> {
    if (rows.length === 0) return
    await tx
      .insertInto('withdrawn_invitations')
      .values(rows.map(row => ({ ...row, withdrawn_at })))
      .execute()
  }

  async listWithdrawn(tx: AdminTransaction): Promise<InvitationRow[]> {
    const rows = await tx.selectFrom('withdrawn_invitations').selectAll().execute()
    return rows.map(({ withdrawn_at: _, ...row }) => row)
  }

  async deleteWithdrawn(tx: AdminTransaction, codes: readonly string[]): Promise<void> {
    await tx.deleteFrom('withdrawn_invitations').where('code', 'in', codes).execute()
  }

  async listInvitationsIn(tx: AdminTransaction): Promise<InvitationRow[]> {
    return tx.selectFrom('access_invitations').selectAll().execute()
  }

  async keepEnded(tx: AdminTransaction, rows: readonly MemberRow[], ended_at: number): Promise<void> {
    if (rows.length === 0) return
    await tx
      .replaceInto('ended_members')
      .values(rows.map(row => ({ ...row, ended_at })))
      .execute()
  }

  async takeEnded(tx: AdminTransaction, pubkeys: readonly string[]): Promise<MemberRow[]> {
    const rows = await tx.deleteFrom('ended_members').where('pubkey', 'in', pubkeys).returningAll().execute()
    return rows.map(({ ended_at: _, ...row }) => row)
  }
}
