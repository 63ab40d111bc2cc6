import type { Insertable, Selectable } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'

export type Account = Selectable<AdminTables['accounts']>
type NewAccount = Insertable<AdminTables['accounts']>

export class AccountStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async findAccountByPubkey(pubkey: string, reads: AdminReads = this.#reads): Promise<Account | undefined> {
    return reads.selectFrom('accounts').selectAll().where('pubkey', '=', pubkey).executeTakeFirst()
  }

  async findAccount(id: string, reads: AdminReads = this.#reads): Promise<Account | undefined> {
    return reads.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
  }

  async listOwnerPubkeys(): Promise<string[]> {
    const rows = await this.#reads
      .selectFrom('accounts')
      .select('pubkey')
      .where('role', '=', 'owner')
      .orderBy('pubkey')
      .execute()
    return rows.map(({ pubkey }) => pubkey)
  }

  async listOwners(): Promise<Account[]> {
    return this.#reads.selectFrom('accounts').selectAll().where('role', '=', 'owner').execute()
  }

  async listAdminPubkeys(): Promise<string[]> {
    const rows = await this.#reads.selectFrom('accounts').select('pubkey').execute()
    return rows.map(({ pubkey }) => pubkey)
  }

  async listRoles(pubkeys: readonly string[]) {
    if (pubkeys.length === 0) return []
    return this.#reads.selectFrom('accounts').select(['pubkey', 'role']).where('pubkey', 'in', pubkeys).execute()
  }

  async countAccounts(reads: AdminReads = this.#reads): Promise<number> {
    const { count } = await reads
      .selectFrom('accounts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  async insertAccount(tx: AdminTransaction, account: NewAccount): Promise<void> {
    await tx.insertInto('accounts').values(account).execute()
  }

  /** With `expected`, replaces only that stored hash. False if nothing changed. */
  async replacePassword(tx: AdminTransaction, id: string, password: string, expected?: string): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('accounts')
      .set({ password })
      .where('id', '=', id)
      .$if(expected !== undefined, query => query.where('password', '=', expected ?? ''))
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  async listProfiles(pubkeys: readonly string[]) {
    if (pubkeys.length === 0) return []
    return this.#reads.selectFrom('accounts').select(['pubkey', 'profile']).where('pubkey', 'in', pubkeys).execute()
  }
}
