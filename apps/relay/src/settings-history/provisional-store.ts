import type { Selectable } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'

export type ProvisionalRow = Selectable<AdminTables['provisional_settings']>

/** The change that is put back unless it is kept: at most one row. */
export class ProvisionalStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async findChange(): Promise<ProvisionalRow | undefined> {
    return this.#reads.selectFrom('provisional_settings').selectAll().executeTakeFirst()
  }

  async putChange(tx: AdminTransaction, row: Omit<ProvisionalRow, 'id'>): Promise<void> {
    const insert = tx.insertInto('provisional_settings').values({ id: 1, ...row })
    await insert.onConflict(conflict => conflict.column('id').doUpdateSet(row)).execute()
  }

  async removeChange(tx: AdminTransaction): Promise<void> {
    await tx.deleteFrom('provisional_settings').execute()
  }
}
