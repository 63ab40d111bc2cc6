import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { HealthTables } from '../database/migrations/admin/026-health.ts'

export type HealthRow = Omit<HealthTables['health_notifications'], 'id'> & { readonly id: number }

/** What health found, lasting and over. */
export class HealthStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async listLasting(): Promise<HealthRow[]> {
    return this.#reads.selectFrom('health_notifications').selectAll().where('ended_at', 'is', null).execute()
  }

  async begin(
    tx: AdminTransaction,
    matter: Pick<HealthRow, 'what' | 'subject' | 'facts' | 'created_at'>,
  ): Promise<void> {
    await tx
      .insertInto('health_notifications')
      .values({ ...matter, ended_at: null, is_read: 0 })
      .execute()
  }

  /** `facts`: as they are now. */
  async end(tx: AdminTransaction, id: number, change: { ended_at: number; facts: string }): Promise<void> {
    await tx.updateTable('health_notifications').set(change).where('id', '=', id).execute()
  }

  /** Newest first, with the number of all that match. */
  async list({
    filter,
    offset,
    limit,
  }: {
    filter: 'all' | 'unread'
    offset: number
    limit: number
  }): Promise<{ rows: HealthRow[]; total: number }> {
    const matching = this.#reads
      .selectFrom('health_notifications')
      .$if(filter === 'unread', select => select.where('is_read', '=', 0))
    const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const rows = await matching.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
    return { rows, total }
  }

  /** False if the id does not exist. */
  async markRead(tx: AdminTransaction, id: number): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('health_notifications')
      .set({ is_read: 1 })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  async markAllRead(tx: AdminTransaction): Promise<void> {
    await tx.updateTable('health_notifications').set({ is_read: 1 }).where('is_read', '=', 0).execute()
  }
}
