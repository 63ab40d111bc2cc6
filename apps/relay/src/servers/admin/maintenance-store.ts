import type { Selectable } from 'kysely'
import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { AdminTables } from '../../database/admin-tables.ts'

type MaintenanceRow = Selectable<AdminTables['maintenance']>

export async function findMaintenance(reads: AdminReads): Promise<MaintenanceRow | undefined> {
  return reads.selectFrom('maintenance').selectAll().executeTakeFirst()
}

/** Replaces the previous row. */
export async function putMaintenance(tx: AdminTransaction, row: Omit<MaintenanceRow, 'id'>): Promise<void> {
  await deleteMaintenance(tx)
  await tx
    .insertInto('maintenance')
    .values({ id: 1, ...row })
    .execute()
}

/** False if there was none. */
export async function deleteMaintenance(tx: AdminTransaction): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('maintenance').executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
