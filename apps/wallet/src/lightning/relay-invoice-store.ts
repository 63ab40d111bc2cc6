import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'

export interface RelayInvoiceRow {
  readonly payment_hash: string
  readonly reference: string
  /** The wallet service that made it, public key in hex. */
  readonly service: string
  readonly amount_sats: number
  /** Milliseconds, as all times. */
  readonly created_at: number
  readonly expires_at: number
  readonly state: 'open' | 'paid' | 'expired'
  readonly settled_at: number | null
}

export class RelayInvoiceStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  insert(tx: WalletTransaction, row: Omit<RelayInvoiceRow, 'state' | 'settled_at'>): void {
    tx.run(
      `INSERT INTO relay_invoices (payment_hash, reference, service, amount_sats, created_at, expires_at, state, told)
       VALUES (?, ?, ?, ?, ?, ?, 'open', 0)`,
      row.payment_hash,
      row.reference,
      row.service,
      row.amount_sats,
      row.created_at,
      row.expires_at,
    )
  }

  has(paymentHash: string): boolean {
    return this.#reads.get('SELECT 1 FROM relay_invoices WHERE payment_hash = ?', paymentHash) !== undefined
  }

  listOpen(service: string): RelayInvoiceRow[] {
    const sql = `SELECT * FROM relay_invoices WHERE state = 'open' AND service = ? ORDER BY created_at`
    return this.#reads.all(sql, service)
  }

  close(tx: WalletTransaction, paymentHash: string, outcome: Pick<RelayInvoiceRow, 'state' | 'settled_at'>): void {
    const sql = `UPDATE relay_invoices SET state = ?, settled_at = ? WHERE payment_hash = ? AND state = 'open'`
    tx.run(sql, outcome.state, outcome.settled_at, paymentHash)
  }

  /** Those whose outcome the relay has not acknowledged. */
  listUntold(limit: number): RelayInvoiceRow[] {
    const sql = `SELECT * FROM relay_invoices WHERE state <> 'open' AND told = 0 ORDER BY settled_at LIMIT ?`
    return this.#reads.all(sql, limit)
  }

  markReported(tx: WalletTransaction, paymentHash: string): void {
    tx.run('UPDATE relay_invoices SET told = 1 WHERE payment_hash = ?', paymentHash)
  }

  /** Queues all that were paid: the relay may have lost them. */
  tellAll(tx: WalletTransaction): void {
    tx.run(`UPDATE relay_invoices SET told = 0 WHERE state = 'paid'`)
  }

  /** Removes expired ones that the relay knows of. */
  forgetExpired(tx: WalletTransaction, beforeMs: number): void {
    tx.run(`DELETE FROM relay_invoices WHERE state = 'expired' AND told = 1 AND expires_at < ?`, beforeMs)
  }
}
