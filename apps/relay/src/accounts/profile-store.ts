import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { Account } from './account-store.ts'

const addressesKept = 100

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

export class ProfileStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  /** Also stores the lookup address (lower case, null for none) and whether it is verified. */
  async putProfile(
    tx: AdminTransaction,
    accountId: string,
    values: Pick<Account, 'profile' | 'email' | 'email_verified'>,
  ): Promise<void> {
    await tx.updateTable('accounts').set(values).where('id', '=', accountId).execute()
  }

  async putMailPreferences(tx: AdminTransaction, accountId: string, json: string): Promise<void> {
    await tx.updateTable('accounts').set({ mail_preferences: json }).where('id', '=', accountId).execute()
  }

  /** The only account that has verified this address (lower case). */
  async findAccountByEmail(email: string, reads: AdminReads = this.#reads): Promise<Account | undefined> {
    return reads
      .selectFrom('accounts')
      .selectAll()
      .where('email', '=', email)
      .where('email_verified', '=', 1)
      .executeTakeFirst()
  }

  async setEmailVerified(tx: AdminTransaction, accountId: string): Promise<void> {
    await tx.updateTable('accounts').set({ email_verified: 1 }).where('id', '=', accountId).execute()
  }

  async hasSignedInFrom(accountId: string, address: string, reads: AdminReads = this.#reads): Promise<boolean> {
    const found = await reads
      .selectFrom('sign_in_addresses')
      .select('address')
      .where('account_id', '=', accountId)
      .where('address', '=', address)
      .executeTakeFirst()
    return found !== undefined
  }

  /** The same by public key, with the same work for keys that are not admins. */
  async hasKeySignedInFrom(pubkey: string, address: string): Promise<boolean> {
    const found = await this.#reads
      .selectFrom('sign_in_addresses')
      .innerJoin('accounts', 'accounts.id', 'sign_in_addresses.account_id')
      .select('address')
      .where('pubkey', '=', pubkey)
      .where('address', '=', address)
      .executeTakeFirst()
    return found !== undefined
  }

  async noteSignInAddress(tx: AdminTransaction, accountId: string, address: string, at: number): Promise<boolean> {
    const isKnown = await this.hasSignedInFrom(accountId, address, tx)
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
}
