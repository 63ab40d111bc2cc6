import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'

export interface ViewRow {
  readonly id: number
  readonly pubkey: string
  readonly name: string
  readonly filter: string
}

export class ViewsStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async listViews(pubkey: string, reads: AdminReads = this.#reads): Promise<ViewRow[]> {
    return reads.selectFrom('event_views').selectAll().where('pubkey', '=', pubkey).orderBy('name').execute()
  }

  async putView(tx: AdminTransaction, row: Omit<ViewRow, 'id'>): Promise<ViewRow> {
    return tx
      .insertInto('event_views')
      .values(row)
      .onConflict(conflict => conflict.columns(['pubkey', 'name']).doUpdateSet({ filter: row.filter }))
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  async deleteView(tx: AdminTransaction, pubkey: string, id: number): Promise<boolean> {
    const gone = tx.deleteFrom('event_views').where('pubkey', '=', pubkey).where('id', '=', id)
    return (await gone.executeTakeFirst()).numDeletedRows > 0n
  }
}
