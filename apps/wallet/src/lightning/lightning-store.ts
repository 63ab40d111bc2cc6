import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'
import type { Said } from './nwc-error.ts'

export interface ConnectionRow {
  readonly service: string
  readonly relay_url: string
  /** See keys/secrets/side-key.ts. */
  readonly sealed: string
  /** See connection-seal.ts. */
  readonly sealed_by: 'wallet' | 'server'
  readonly connected_at: number
}

/** unknown: recorded, perhaps requested, outcome unknown. */
export type PaymentState = 'unknown' | 'paid' | 'failed'

export interface PaymentRow {
  readonly id: number
  readonly idempotency_key: string | null
  readonly request_hash: string
  readonly payment_hash: string
  readonly invoice: string
  /** The wallet service that was asked, public key in hex; empty if an older version did not store it. */
  readonly service: string
  readonly state: PaymentState
  readonly amount_sats: number
  readonly fee_sats: number | null
  readonly outflow_sats: number
  readonly said: string | null
  readonly deadline: number
  readonly created_at: number
}

export class LightningStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  connection(): ConnectionRow | undefined {
    return this.#reads.get('SELECT * FROM lightning_connection WHERE id = 1')
  }

  connect(tx: WalletTransaction, { service, relay_url, sealed, sealed_by, connected_at }: ConnectionRow): void {
    const sql = `INSERT INTO lightning_connection (id, service, relay_url, sealed, sealed_by, connected_at)
       VALUES (1, ?, ?, ?, ?, ?)`
    tx.run(sql, service, relay_url, sealed, sealed_by, connected_at)
  }

  reseal(tx: WalletTransaction, { sealed, sealed_by }: Pick<ConnectionRow, 'sealed' | 'sealed_by'>): void {
    this.#overwrite(tx)
    tx.run('UPDATE lightning_connection SET sealed = ?, sealed_by = ?', sealed, sealed_by)
  }

  disconnect(tx: WalletTransaction): void {
    this.#overwrite(tx)
    tx.run('DELETE FROM lightning_connection')
  }

  /** SQLite leaves deleted data on its page. */
  #overwrite(tx: WalletTransaction): void {
    tx.run(`UPDATE lightning_connection SET sealed = hex(zeroblob(length(sealed) / 2))`)
  }

  find(id: number): PaymentRow | undefined {
    return this.#reads.get('SELECT * FROM lightning_payments WHERE id = ?', id)
  }

  findByKey(key: string): PaymentRow | undefined {
    return this.#reads.get('SELECT * FROM lightning_payments WHERE idempotency_key = ?', key)
  }

  /** Paid or unknown: not paid again. */
  findUnfailed(paymentHash: string): PaymentRow | undefined {
    const sql = `SELECT * FROM lightning_payments WHERE payment_hash = ? AND state IN ('unknown', 'paid')`
    return this.#reads.get(sql, paymentHash)
  }

  listUnknown(): PaymentRow[] {
    return this.#reads.all(`SELECT * FROM lightning_payments WHERE state = 'unknown' ORDER BY id`)
  }

  /** Satoshis, including fee reserves. */
  spentSince(sinceMs: number): number {
    const sql = `SELECT ifnull(sum(outflow_sats), 0) AS sum FROM lightning_payments
       WHERE created_at > ? AND state IN ('unknown', 'paid')`
    return this.#reads.get<{ sum: number }>(sql, sinceMs)?.sum ?? 0
  }

  record(tx: WalletTransaction, row: Omit<PaymentRow, 'id' | 'state' | 'fee_sats' | 'said'>): number {
    return tx.run(
      `INSERT INTO lightning_payments (idempotency_key, request_hash, payment_hash, invoice, service, state, amount_sats,
         outflow_sats, deadline, created_at) VALUES (?, ?, ?, ?, ?, 'unknown', ?, ?, ?, ?)`,
      row.idempotency_key,
      row.request_hash,
      row.payment_hash,
      row.invoice,
      row.service,
      row.amount_sats,
      row.outflow_sats,
      row.deadline,
      row.created_at,
    ).lastInsertRowid
  }

  /** The report about a payment with unknown outcome. */
  note(tx: WalletTransaction, id: number, said: Said): void {
    tx.run(`UPDATE lightning_payments SET said = ? WHERE id = ? AND state = 'unknown'`, JSON.stringify(said), id)
  }

  pay(tx: WalletTransaction, id: number, feeSats: number): void {
    tx.run(
      `UPDATE lightning_payments SET state = 'paid', fee_sats = ?, outflow_sats = amount_sats + ?, said = NULL WHERE id = ?`,
      feeSats,
      feeSats,
      id,
    )
  }

  fail(tx: WalletTransaction, id: number, said: Said): void {
    const sql = `UPDATE lightning_payments SET state = 'failed', said = ? WHERE id = ? AND state = 'unknown'`
    tx.run(sql, JSON.stringify(said), id)
  }
}
