import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { XHandleTables } from '../database/migrations/admin/103-x-handles.ts'

export type HandleRow = XHandleTables['x_handles']

const waitingMax = 20_000

export class HandleStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  find(pubkey: string): Promise<HandleRow | undefined> {
    return this.#reads.selectFrom('x_handles').selectAll().where('pubkey', '=', pubkey).executeTakeFirst()
  }

  due(now: number, limit: number): Promise<HandleRow[]> {
    const due = this.#reads.selectFrom('x_handles').selectAll().where('next_at', '<=', now)
    return due.orderBy('next_at').limit(limit).execute()
  }

  async countDue(now: number): Promise<number> {
    const due = this.#reads.selectFrom('x_handles').select(({ fn }) => fn.countAll<number>().as('count'))
    return (await due.where('next_at', '<=', now).executeTakeFirstOrThrow()).count
  }

  async isFull(now: number): Promise<boolean> {
    return (await this.countDue(now)) >= waitingMax
  }

  async put(tx: AdminTransaction, row: HandleRow): Promise<void> {
    const { pubkey: _key, ...changes } = row
    await tx
      .insertInto('x_handles')
      .values(row)
      .onConflict(conflict => conflict.column('pubkey').doUpdateSet(changes))
      .execute()
  }

  async remove(tx: AdminTransaction, pubkey: string): Promise<void> {
    await tx.deleteFrom('x_handles').where('pubkey', '=', pubkey).execute()
  }

  async page(state: HandleRow['state'], { offset, limit }: { readonly offset: number; readonly limit: number }) {
    const those = this.#reads.selectFrom('x_handles').where('state', '=', state)
    const rows = await those
      .selectAll()
      .orderBy('checked_at', 'desc')
      .orderBy('pubkey')
      .limit(limit)
      .offset(offset)
      .execute()
    const { count } = await those.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    return { rows, count }
  }
}
