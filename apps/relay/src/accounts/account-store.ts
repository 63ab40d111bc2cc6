import type { Insertable, Selectable } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'

export type Account = Selectable<AdminTables['accounts']>
type NewAccount = Insertable<AdminTables['accounts']>

export async function findAccountByPubkey(reads: AdminReads, pubkey: string): Promise<Account | undefined> {
  return reads.selectFrom('accounts').selectAll().where('pubkey', '=', pubkey).executeTakeFirst()
}

export async function findAccount(reads: AdminReads, id: string): Promise<Account | undefined> {
  return reads.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
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

export async function listAdminPubkeys(reads: AdminReads): Promise<string[]> {
  const rows = await reads.selectFrom('accounts').select('pubkey').execute()
  return rows.map(({ pubkey }) => pubkey)
}

/** Roles of the given public keys that are admins. */
export async function listRoles(reads: AdminReads, pubkeys: readonly string[]) {
  if (pubkeys.length === 0) return []
  return reads.selectFrom('accounts').select(['pubkey', 'role']).where('pubkey', 'in', pubkeys).execute()
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

/** With `expected`, replaces only that stored hash. False if nothing changed. */
export async function replacePassword(
  tx: AdminTransaction,
  id: string,
  password: string,
  expected?: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ password })
    .where('id', '=', id)
    .$if(expected !== undefined, query => query.where('password', '=', expected ?? ''))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Profile JSON of the given public keys that are admins. */
export async function listProfiles(reads: AdminReads, pubkeys: readonly string[]) {
  if (pubkeys.length === 0) return []
  return reads.selectFrom('accounts').select(['pubkey', 'profile']).where('pubkey', 'in', pubkeys).execute()
}
