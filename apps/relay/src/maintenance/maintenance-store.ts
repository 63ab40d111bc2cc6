import type { Selectable } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'

type MaintenanceRow = Selectable<AdminTables['maintenance']>

/** The maintenance that is on. */
export class MaintenanceStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async findMaintenance(): Promise<MaintenanceRow | undefined> {
    return this.#reads.selectFrom('maintenance').selectAll().executeTakeFirst()
  }

  /** Replaces the previous row. */
  async putMaintenance(tx: AdminTransaction, row: Omit<MaintenanceRow, 'id'>): Promise<void> {
    await this.deleteMaintenance(tx)
    await tx
      .insertInto('maintenance')
      .values({ id: 1, ...row })
      .execute()
  }

  /** False if there was none. */
  async deleteMaintenance(tx: AdminTransaction): Promise<boolean> {
    const { numDeletedRows } = await tx.deleteFrom('maintenance').executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }
}
