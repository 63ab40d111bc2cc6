import type { Figures } from '@hornets/contract/sentence'
import type { RefusalReason } from '@hornets/contract/wallet/refusals'
import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'

/** draft: an unsigned PSBT. recorded: signed. sent: the network has it. failed: refused for good. */
export type SendState = 'draft' | 'recorded' | 'sent' | 'failed'

export interface SendRow {
  readonly id: number
  readonly idempotency_key: string | null
  readonly request_hash: string
  readonly choice: number
  readonly state: SendState
  /** Empty where nothing was signed. */
  readonly txid: string
  readonly raw: string | null
  readonly replaces: string | null
  readonly amount_sats: number
  readonly recipient: string
  readonly enable_rbf: 0 | 1
  readonly fee_sats: number
  readonly vsize: number
  readonly fee_rate: number
  /** JSON of a Refusal. */
  readonly refusal: string | null
  readonly created_at: number
}

export interface Refusal {
  readonly reason: RefusalReason
  readonly message: string
  /** Missing in what older versions have kept. */
  readonly template?: string
  readonly figures?: Figures
}

/** Intentions to pay, and what has become of them. */
export class SendStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  findByKey(key: string): SendRow | undefined {
    return this.#reads.get('SELECT * FROM sends WHERE idempotency_key = ?', key)
  }

  findDraft(txid: string): SendRow | undefined {
    return this.#reads.get(`SELECT * FROM sends WHERE txid = ? AND state = 'draft' ORDER BY id DESC`, txid)
  }

  /** A payment that was signed, whatever the network said of it since. */
  findSigned(txid: string): SendRow | undefined {
    return this.#reads.get(
      `SELECT * FROM sends WHERE txid = ? AND state IN ('recorded', 'sent') ORDER BY id DESC`,
      txid,
    )
  }

  /** Signed, and not known to be taken by the network. */
  listRecorded(): SendRow[] {
    return this.#reads.all(`SELECT * FROM sends WHERE state = 'recorded' ORDER BY id`)
  }

  /** Taken by the network once, and in no mempool now. */
  listLost(): { txid: string; raw: string }[] {
    return this.#reads.all(
      `SELECT t.txid, t.raw FROM transactions t WHERE t.state = 'recorded'
       AND NOT EXISTS (SELECT 1 FROM sends s WHERE s.txid = t.txid AND s.state = 'recorded')`,
    )
  }

  /** Not confirmed and not replaced, newest first, and whether the network has them now. */
  listOnTheirWay(): (SendRow & { place: 'recorded' | 'mempool' })[] {
    return this.#reads.all(
      `SELECT s.*, t.state AS place FROM sends s JOIN transactions t ON t.txid = s.txid
       WHERE s.state IN ('recorded', 'sent') AND t.state IN ('recorded', 'mempool') ORDER BY s.id DESC`,
    )
  }

  insert(tx: WalletTransaction, row: Omit<SendRow, 'id'>): number {
    return tx.run(
      `INSERT INTO sends (idempotency_key, request_hash, choice, state, txid, raw, replaces, amount_sats, recipient,
         enable_rbf, fee_sats, vsize, fee_rate, refusal, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
      row.created_at,
    ).lastInsertRowid
  }

  sign(tx: WalletTransaction, id: number, raw: string, vsize: number): void {
    tx.run(`UPDATE sends SET state = 'recorded', raw = ?, vsize = ? WHERE id = ?`, raw, vsize, id)
  }

  accept(tx: WalletTransaction, id: number): void {
    tx.run(`UPDATE sends SET state = 'sent' WHERE id = ?`, id)
  }

  refuse(tx: WalletTransaction, id: number, refusal: Refusal): void {
    tx.run(`UPDATE sends SET state = 'failed', refusal = ? WHERE id = ?`, JSON.stringify(refusal), id)
  }

  /** Drafts that nobody has brought back signed. */
  forgetDrafts(tx: WalletTransaction, before: number): void {
    tx.run(`DELETE FROM sends WHERE state = 'draft' AND created_at < ?`, before)
  }
}
