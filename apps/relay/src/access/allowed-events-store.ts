import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'

export type AllowedEventRow = AdminTables['allowed_events']

export class AllowedEventsStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  /** Newest first. */
  list(limit: number): Promise<AllowedEventRow[]> {
    return this.#reads
      .selectFrom('allowed_events')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
  }

  async put(tx: AdminTransaction, row: AllowedEventRow): Promise<void> {
    await tx
      .insertInto('allowed_events')
      .values(row)
      .onConflict(conflict => conflict.column('id').doUpdateSet({ reason: row.reason }))
      .execute()
  }

  async delete(tx: AdminTransaction, id: string): Promise<void> {
    await tx.deleteFrom('allowed_events').where('id', '=', id).execute()
  }
}
