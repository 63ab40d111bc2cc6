import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { InboxRow, InboxTable } from './inbox-tables.ts'

export interface RowQuery {
  readonly filter: 'all' | 'unread' | 'user'
  readonly pubkey?: string | undefined
  readonly offset: number
  readonly limit: number
}

export interface InboxPlace<Table extends InboxTable> {
  readonly table: Table
  readonly order?: readonly (keyof InboxRow<Table>)[] | undefined
}

export class InboxStore<Table extends InboxTable> {
  readonly #reads: AdminReads
  readonly #place: InboxPlace<Table>

  constructor(reads: AdminReads, place: InboxPlace<Table>) {
    this.#reads = reads
    this.#place = place
  }

  async list({ filter, pubkey, offset, limit }: RowQuery): Promise<{ rows: InboxRow<Table>[]; total: number }> {
    const matching = this.#reads
      .selectFrom(this.#table)
      .$if(filter === 'unread', select => select.where('is_read', '=', 0))
      .$if(pubkey !== undefined, select => select.where('pubkey', '=', pubkey ?? ''))
    const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const { order = ['id'] } = this.#place
    const rows = await order
      .reduce((select, column) => select.orderBy(column as 'id', 'desc'), matching.selectAll())
      .limit(limit)
      .offset(offset)
      .execute()
    return { rows: rows as unknown as InboxRow<Table>[], total }
  }

  async markRead(tx: AdminTransaction, id: number): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable(this.#table)
      .set({ is_read: 1 })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  async markAllRead(tx: AdminTransaction, pubkey: string | undefined): Promise<void> {
    await tx
      .updateTable(this.#table)
      .set({ is_read: 1 })
      .where('is_read', '=', 0)
      .$if(pubkey !== undefined, update => update.where('pubkey', '=', pubkey ?? ''))
      .execute()
  }

  /** For the types, one of them: its columns `id`, `is_read` and, where a key is asked for, `pubkey` are all that is used. */
  get #table() {
    return this.#place.table as 'payment_notifications'
  }
}
