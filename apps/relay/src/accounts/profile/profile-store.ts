import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { Account } from '../account-store.ts'

/** Also stores the lookup address (lower case, null for none) and whether it is verified. */
export async function putProfile(
  tx: AdminTransaction,
  accountId: string,
  values: Pick<Account, 'profile' | 'email' | 'email_verified'>,
): Promise<void> {
  await tx.updateTable('accounts').set(values).where('id', '=', accountId).execute()
}

export async function putMailPreferences(tx: AdminTransaction, accountId: string, json: string): Promise<void> {
  await tx.updateTable('accounts').set({ mail_preferences: json }).where('id', '=', accountId).execute()
}

/** The only account that has verified this address (lower case). */
export async function findAccountByEmail(reads: AdminReads, email: string): Promise<Account | undefined> {
  return reads
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', email)
    .where('email_verified', '=', 1)
    .executeTakeFirst()
}

export async function setEmailVerified(tx: AdminTransaction, accountId: string): Promise<void> {
  await tx.updateTable('accounts').set({ email_verified: 1 }).where('id', '=', accountId).execute()
}

const addressesKept = 100

/** Whether this account has signed in from this address (see `addressKey`). */
export async function hasSignedInFrom(reads: AdminReads, accountId: string, address: string): Promise<boolean> {
  const found = await reads
    .selectFrom('sign_in_addresses')
    .select('address')
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .executeTakeFirst()
  return found !== undefined
}

/** The same by public key, with the same work for keys that are not admins. */
export async function hasKeySignedInFrom(reads: AdminReads, pubkey: string, address: string): Promise<boolean> {
  const found = await reads
    .selectFrom('sign_in_addresses')
    .innerJoin('accounts', 'accounts.id', 'sign_in_addresses.account_id')
    .select('address')
    .where('pubkey', '=', pubkey)
    .where('address', '=', address)
    .executeTakeFirst()
  return found !== undefined
}

/** Records a sign-in address; false if it was known. */
export async function noteSignInAddress(
  tx: AdminTransaction,
  accountId: string,
  address: string,
  at: number,
): Promise<boolean> {
  const isKnown = await hasSignedInFrom(tx, accountId, address)
  await tx
    .insertInto('sign_in_addresses')
    .values({ account_id: accountId, address, last_used_at: at })
    .onConflict(conflict => conflict.columns(['account_id', 'address']).doUpdateSet({ last_used_at: at }))
    .execute()
  const { count } = await tx
    .selectFrom('sign_in_addresses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (count > addressesKept) await dropOldestAddress(tx, accountId)
  return !isKnown
}

async function dropOldestAddress(tx: AdminTransaction, accountId: string): Promise<void> {
  const oldest = await tx
    .selectFrom('sign_in_addresses')
    .select('address')
    .where('account_id', '=', accountId)
    .orderBy('last_used_at')
    .executeTakeFirstOrThrow()
  await tx
    .deleteFrom('sign_in_addresses')
    .where('account_id', '=', accountId)
    .where('address', '=', oldest.address)
    .execute()
}
