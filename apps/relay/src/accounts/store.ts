import type { Insertable, Selectable } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'

export type Account = Selectable<AdminTables['accounts']>
export type NewAccount = Insertable<AdminTables['accounts']>
export type SessionRow = Insertable<AdminTables['sessions']>

export async function findAccountByPubkey(reads: AdminReads, pubkey: string): Promise<Account | undefined> {
  return reads.selectFrom('accounts').selectAll().where('pubkey', '=', pubkey).executeTakeFirst()
}

export async function listOwnerPubkeys(reads: AdminReads): Promise<string[]> {
  const rows = await reads
    .selectFrom('accounts')
    .select('pubkey')
    .where('role', '=', 'owner')
    .orderBy('pubkey')
    .execute()
  return rows.map(({ pubkey }) => pubkey)
}

export async function countAccounts(reads: AdminReads): Promise<number> {
  const { count } = await reads
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertAccount(tx: AdminTransaction, account: NewAccount): Promise<void> {
  await tx.insertInto('accounts').values(account).execute()
}

/** A session with the account it belongs to. */
export async function findSession(reads: AdminReads, tokenHash: string) {
  return reads
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.account_id', 'sessions.last_used_at', 'accounts.pubkey', 'accounts.role'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

export async function insertSession(tx: AdminTransaction, session: SessionRow): Promise<void> {
  await tx.insertInto('sessions').values(session).execute()
}

export async function touchSession(tx: AdminTransaction, tokenHash: string, at: number): Promise<void> {
  await tx.updateTable('sessions').set({ last_used_at: at }).where('token_hash', '=', tokenHash).execute()
}

export async function deleteSession(tx: AdminTransaction, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

export async function deleteSessionsIdleSince(tx: AdminTransaction, time: number): Promise<void> {
  await tx.deleteFrom('sessions').where('last_used_at', '<=', time).execute()
}
