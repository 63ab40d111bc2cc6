import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'

export type AllowedEventRow = AdminTables['allowed_events']

export class AllowedEventsStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async listIds(): Promise<string[]> {
    const rows = await this.#reads.selectFrom('allowed_events').select('id').execute()
    return rows.map(({ id }) => id)
  }

  list({ limit, offset }: { readonly limit: number; readonly offset: number }): Promise<AllowedEventRow[]> {
    return this.#reads
      .selectFrom('allowed_events')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute()
  }

  async insert(tx: AdminTransaction, rows: readonly AllowedEventRow[]): Promise<void> {
    await tx.insertInto('allowed_events').values(rows).execute()
  }

  delete(tx: AdminTransaction, ids: readonly string[]): Promise<AllowedEventRow[]> {
    return tx.deleteFrom('allowed_events').where('id', 'in', ids).returningAll().execute()
  }
}
