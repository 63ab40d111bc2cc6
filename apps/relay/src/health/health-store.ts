import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { InboxRow } from '../inbox/inbox-tables.ts'

export type HealthRow = InboxRow<'health_notifications'>

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

  async end(tx: AdminTransaction, id: number, change: { ended_at: number; facts: string }): Promise<void> {
    await tx.updateTable('health_notifications').set(change).where('id', '=', id).execute()
  }
}
