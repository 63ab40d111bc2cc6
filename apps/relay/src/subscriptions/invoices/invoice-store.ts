import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { InvoiceTables } from '../../database/migrations/admin/028-invoices.ts'

export type InvoiceRow = InvoiceTables['subscription_invoices']

export class InvoiceStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async insertInvoice(tx: AdminTransaction, row: InvoiceRow): Promise<void> {
    await tx.insertInto('subscription_invoices').values(row).execute()
  }

  async listPayable(pubkey: string, now: number): Promise<InvoiceRow[]> {
    return this.#reads
      .selectFrom('subscription_invoices')
      .selectAll()
      .where('pubkey', '=', pubkey)
      .where('expires_at', '>', now)
      .where('state', '=', 'open')
      .orderBy('expires_at', 'desc')
      .execute()
  }

  async countPayable(now: number): Promise<number> {
    const { count } = await this.#reads
      .selectFrom('subscription_invoices')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('expires_at', '>', now)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow()
    return count
  }

  async hasAny(): Promise<boolean> {
    return (
      (await this.#reads.selectFrom('subscription_invoices').select('payment_hash').executeTakeFirst()) !== undefined
    )
  }

  async findInvoice(paymentHash: string): Promise<InvoiceRow | undefined> {
    const rows = this.#reads.selectFrom('subscription_invoices').selectAll()
    return rows.where('payment_hash', '=', paymentHash).executeTakeFirst()
  }

  async closeInvoice(
    tx: AdminTransaction,
    { payment_hash, state }: Pick<InvoiceRow, 'payment_hash' | 'state'>,
  ): Promise<void> {
    await tx.updateTable('subscription_invoices').set({ state }).where('payment_hash', '=', payment_hash).execute()
  }

  /** Removes those that ended long ago: a payment is in the ledger. */
  async forgetInvoices(tx: AdminTransaction, endedBefore: number): Promise<void> {
    await tx.deleteFrom('subscription_invoices').where('expires_at', '<', endedBefore).execute()
  }
}
