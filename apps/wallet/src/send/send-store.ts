import type { Figures } from '@hornets/contract/sentence'
import type { RefusalReason } from '@hornets/contract/wallet/answers/refusals'
import type { PageQuery } from '@hornets/contract/wallet/page'
import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'
import type { PaidPayee } from './payees.ts'

/** recorded: signed, not known to be accepted. sent: the network had it. abandoned: no longer sent. */
export type SendState = 'draft' | 'recorded' | 'sent' | 'failed' | 'abandoned'

export interface SendRow {
  readonly id: number
  readonly idempotency_key: string | null
  readonly request_hash: string
  readonly choice: number
  readonly state: SendState
  readonly txid: string
  readonly raw: string | null
  readonly replaces: string | null
  readonly amount_sats: number
  readonly recipient: string
  readonly enable_rbf: 0 | 1
  readonly fee_sats: number
  readonly vsize: number
  readonly fee_rate: number
  /** JSON of a Refusal; for a waiting payment, the network's last answer. */
  readonly refusal: string | null
  /** 1: its signer can send it too. */
  readonly signed_elsewhere: 0 | 1
  readonly created_at: number
  /** The outflow by our signature, including the fee. */
  readonly outflow_sats: number
}

export interface WaitingRow {
  readonly txid: string
  readonly raw: string
  readonly isSignedElsewhere: 0 | 1
}

export interface Refusal {
  readonly reason: RefusalReason
  readonly message: string
  /** Missing in rows of older versions. */
  readonly template?: string
  readonly figures?: Figures
}

/** The same payment can have several rows: the most advanced first. */
const farthest = `s.state IN ('recorded', 'sent') DESC, s.state = 'draft' DESC, s.id DESC`

/** Intended payments and their outcome. */
export class SendStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  find(id: number): SendRow | undefined {
    return this.#reads.get('SELECT * FROM sends WHERE id = ?', id)
  }

  findByKey(key: string): SendRow | undefined {
    return this.#reads.get('SELECT * FROM sends WHERE idempotency_key = ?', key)
  }

  /** Attempts to pay this address under an intention, the first one first: its own key, and `.2`, `.3`, … */
  listAttempts(intention: string, recipient: string): SendRow[] {
    return this.#reads
      .all<SendRow>(
        `SELECT * FROM sends WHERE (idempotency_key = ? OR (idempotency_key > ? AND idempotency_key < ?))
           AND recipient IN (?, lower(?)) AND txid <> '' ORDER BY idempotency_key`,
        intention,
        `${intention}.`,
        `${intention}/`,
        recipient,
        recipient,
      )
      .filter(({ idempotency_key }) => /^(\.\d+)?$/.test(idempotency_key?.slice(intention.length) ?? ''))
  }

  /** The most advanced row, if there are several. */
  findByTxid(txid: string): SendRow | undefined {
    return this.#reads.get(`SELECT * FROM sends s WHERE txid = ? ORDER BY ${farthest} LIMIT 1`, txid)
  }

  findSent(txid: string): (SendRow & { payees: number }) | undefined {
    const row = this.findByTxid(txid)
    if (!row) return undefined
    const counted = this.#reads.get<{ payees: number }>(
      'SELECT count(*) AS payees FROM send_payees WHERE send_id = ?',
      row.id,
    )
    return { ...row, payees: counted?.payees ?? 0 }
  }

  /** Oldest first, except those that a valid replacement is to replace: that one is sent instead. */
  listWaiting(): WaitingRow[] {
    return this.#reads.all(
      `SELECT t.txid, t.raw, ifnull(own.signed_elsewhere, 0) AS isSignedElsewhere
       FROM transactions t LEFT JOIN sends own ON own.txid = t.txid AND own.state = 'recorded' WHERE t.state <> 'confirmed' AND t.state = 'recorded' AND t.raw <> '' AND NOT EXISTS (
         SELECT 1 FROM sends s JOIN transactions later ON later.txid = s.txid
         WHERE s.replaces = t.txid AND s.state IN ('recorded', 'sent')
           AND later.state IN ('recorded', 'mempool', 'confirmed')
       ) AND NOT EXISTS (
         SELECT 1 FROM taken_along a JOIN transactions later ON later.txid = a.by_txid
         WHERE a.txid = t.txid AND later.state IN ('recorded', 'mempool', 'confirmed')
       ) ORDER BY t.seq`,
    )
  }

  /** Not confirmed and not replaced, newest first, with whether the network has them. */
  listOnTheirWay({ limit, offset }: PageQuery): (SendRow & { place: 'recorded' | 'mempool'; payees: number })[] {
    return this.#reads.all(
      `SELECT s.*, t.state AS place, (SELECT count(*) FROM send_payees p WHERE p.send_id = s.id) AS payees FROM transactions t JOIN sends s
         ON s.id = (SELECT max(id) FROM sends WHERE txid = t.txid AND state IN ('recorded', 'sent'))
       WHERE t.state <> 'confirmed' AND t.state IN ('recorded', 'mempool') ORDER BY s.id DESC LIMIT ? OFFSET ?`,
      limit,
      offset,
    )
  }

  /** Satoshis; refused payments do not count. */
  spentSince(sinceMs: number): number {
    const sql = `SELECT ifnull(sum(outflow_sats), 0) AS sum FROM sends WHERE created_at > ? AND state IN ('recorded', 'sent')`
    return this.#reads.get<{ sum: number }>(sql, sinceMs)?.sum ?? 0
  }

  /** Every payee, also those of payments to many. */
  listPaidSince(sinceMs: number): PaidPayee[] {
    return this.#reads.all(
      `SELECT ifnull(p.recipient, s.recipient) AS recipient, ifnull(p.amount_sats, s.amount_sats) AS amountSats
       FROM sends s LEFT JOIN send_payees p ON p.send_id = s.id
       WHERE s.choice IN (1, 5) AND s.created_at > ? AND s.state IN ('recorded', 'sent')`,
      sinceMs,
    )
  }

  /** By a transaction that spends our coins and that we have no record of having made. */
  isPaidElsewhere(recipient: string, leastSats: number, sinceMs: number): boolean {
    const sql = `SELECT 1 FROM history h JOIN transactions t ON t.txid = h.txid
      WHERE h.output IN (?, lower(?)) AND h.value_sats <= ? AND ifnull(t.block_time, t.seen_at) >= ?
        AND t.state IN ('recorded', 'mempool', 'confirmed') AND NOT EXISTS (SELECT 1 FROM sends WHERE txid = t.txid) LIMIT 1`
    return this.#reads.get(sql, recipient, recipient, -leastSats, sinceMs) !== undefined
  }

  /** @param payees of a payment to many; a single one is in the row */
  insert(tx: WalletTransaction, row: Omit<SendRow, 'id'>, payees: readonly PaidPayee[] = []): number {
    const id = this.#insertRow(tx, row)
    if (payees.length < 2) return id
    const sql = 'INSERT INTO send_payees (send_id, position, recipient, amount_sats) VALUES (?, ?, ?, ?)'
    for (const [position, { recipient, amountSats }] of payees.entries())
      tx.run(sql, id, position, recipient, amountSats)
    return id
  }

  #insertRow(tx: WalletTransaction, row: Omit<SendRow, 'id'>): number {
    return tx.run(
      `INSERT INTO sends (idempotency_key, request_hash, choice, state, txid, raw, replaces, amount_sats, recipient,
         enable_rbf, fee_sats, vsize, fee_rate, refusal, signed_elsewhere, created_at, outflow_sats)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      row.idempotency_key,
      row.request_hash,
      row.choice,
      row.state,
      row.txid,
      row.raw,
      row.replaces,
      row.amount_sats,
      row.recipient,
      row.enable_rbf,
      row.fee_sats,
      row.vsize,
      row.fee_rate,
      row.refusal,
      row.signed_elsewhere,
      row.created_at,
      row.outflow_sats,
    ).lastInsertRowid
  }

  sign(tx: WalletTransaction, id: number, raw: string, vsize: number): void {
    tx.run(`UPDATE sends SET state = 'recorded', raw = ?, vsize = ?, refusal = NULL WHERE id = ?`, raw, vsize, id)
  }

  accept(tx: WalletTransaction, txid: string): void {
    tx.run(`UPDATE sends SET state = 'sent', refusal = NULL WHERE txid = ? AND state IN ('recorded', 'sent')`, txid)
  }

  /** Marks payments found in a mempool: their broadcast had no answer, or their signer sent them. */
  acceptSeen(tx: WalletTransaction): void {
    tx.run(
      `UPDATE sends SET state = 'sent', refusal = NULL FROM transactions t
       WHERE t.state <> 'confirmed' AND t.state = 'mempool' AND sends.state <> 'sent'
         AND sends.id = (SELECT s.id FROM sends s WHERE s.txid = t.txid ORDER BY ${farthest} LIMIT 1)`,
    )
  }

  /** The network's answer about a waiting payment, which keeps waiting. */
  note(tx: WalletTransaction, txid: string, refusal: Refusal): void {
    const said = JSON.stringify(refusal)
    tx.run(
      `UPDATE sends SET refusal = ? WHERE txid = ? AND state IN ('recorded', 'sent') AND refusal IS NOT ?`,
      said,
      txid,
      said,
    )
  }

  abandon(tx: WalletTransaction, txid: string): void {
    tx.run(`UPDATE sends SET state = 'abandoned' WHERE txid = ? AND state IN ('recorded', 'sent')`, txid)
  }

  refuse(tx: WalletTransaction, id: number, refusal: Refusal): void {
    tx.run(`UPDATE sends SET state = 'failed', refusal = ? WHERE id = ?`, JSON.stringify(refusal), id)
  }
}
