import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { HandedTables } from '../../database/migrations/admin/070-handed-payments.ts'

export type HandedRow = HandedTables['handed_payments']

export class HandedStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async find(key: string, reads: AdminReads = this.#reads): Promise<HandedRow | undefined> {
    return reads.selectFrom('handed_payments').selectAll().where('key', '=', key).executeTakeFirst()
  }

  async insert(tx: AdminTransaction, row: HandedRow): Promise<boolean> {
    const insert = tx.insertInto('handed_payments').values(row)
    const { numInsertedOrUpdatedRows } = await insert
      .onConflict(conflict => conflict.column('key').doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }

  async putTxid(tx: AdminTransaction, row: HandedRow): Promise<void> {
    await tx
      .insertInto('handed_payments')
      .values(row)
      .onConflict(conflict => conflict.column('key').doUpdateSet({ txid: row.txid }))
      .execute()
  }

  async deleteUnanswered(tx: AdminTransaction, key: string): Promise<void> {
    await tx.deleteFrom('handed_payments').where('key', '=', key).where('txid', 'is', null).execute()
  }
}
