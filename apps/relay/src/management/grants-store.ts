import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'

export type GrantRow = AdminTables['method_grants']

export class GrantsStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  listOf(pubkey: string): Promise<GrantRow[]> {
    return this.#reads.selectFrom('method_grants').selectAll().where('pubkey', '=', pubkey).execute()
  }

  listIn(tx: AdminTransaction, pubkey: string): Promise<GrantRow[]> {
    return tx.selectFrom('method_grants').selectAll().where('pubkey', '=', pubkey).execute()
  }

  listAll(): Promise<GrantRow[]> {
    return this.#reads.selectFrom('method_grants').selectAll().orderBy('pubkey').orderBy('method').execute()
  }

  async count(tx: AdminTransaction): Promise<number> {
    const { count } = await tx
      .selectFrom('method_grants')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  async put(tx: AdminTransaction, row: GrantRow): Promise<void> {
    const { granted_by, granted_at } = row
    await tx
      .insertInto('method_grants')
      .values(row)
      .onConflict(conflict => conflict.columns(['pubkey', 'method']).doUpdateSet({ granted_by, granted_at }))
      .execute()
  }

  async delete(tx: AdminTransaction, pubkey: string, method: string): Promise<boolean> {
    const { numDeletedRows } = await tx
      .deleteFrom('method_grants')
      .where('pubkey', '=', pubkey)
      .where('method', '=', method)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }
}
