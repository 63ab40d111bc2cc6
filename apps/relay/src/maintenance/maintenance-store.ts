import type { Selectable } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'

type MaintenanceRow = Selectable<AdminTables['maintenance']>

export class MaintenanceStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async findMaintenance(): Promise<MaintenanceRow | undefined> {
    return this.#reads.selectFrom('maintenance').selectAll().executeTakeFirst()
  }

  async putMaintenance(tx: AdminTransaction, row: Omit<MaintenanceRow, 'id'>): Promise<void> {
    await this.deleteMaintenance(tx)
    await tx
      .insertInto('maintenance')
      .values({ id: 1, ...row })
      .execute()
  }

  async deleteMaintenance(tx: AdminTransaction): Promise<boolean> {
    const { numDeletedRows } = await tx.deleteFrom('maintenance').executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }
}
