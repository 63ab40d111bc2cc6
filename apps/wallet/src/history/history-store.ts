import type { WalletReads } from '../database/wallet-database.ts'
import type { TransactionState } from './ledger-store.ts'

export interface HistoryRow {
  readonly id: number
  readonly txid: string
  readonly vout: number
  readonly output: string
  readonly value_sats: number
  readonly fee_sats: number | null
  readonly state: TransactionState
  readonly block_height: number | null
  readonly block_time: number | null
  readonly seen_at: number
  readonly replaced_by: string | null
  readonly origin_unknown: 0 | 1
}

const columns = `h.id, h.txid, h.vout, h.output, h.value_sats, h.fee_sats, t.state, t.block_height, t.block_time, t.seen_at,
  t.replaced_by, t.raw = '' AS origin_unknown`

export class HistoryStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  /** Newest first; those with an id below `before`. */
  list(limit: number, before: number): HistoryRow[] {
    return this.#reads.all(
      `SELECT ${columns} FROM history h JOIN transactions t ON t.txid = h.txid
       WHERE h.id < ? ORDER BY h.id DESC LIMIT ?`,
      before,
      limit,
    )
  }

  linesOf(txid: string): HistoryRow[] {
    return this.#reads.all(
      `SELECT ${columns} FROM history h JOIN transactions t ON t.txid = h.txid WHERE h.txid = ? ORDER BY h.vout`,
      txid,
    )
  }

  /** What spends the outputs of ours, and the rate that both together were to pay where that was asked for. */
  spendersOf(txid: string): { spent_by: string | null; package_rate: number | null }[] {
    return this.#reads.all(
      `SELECT o.spent_by, CASE WHEN s.choice = 4 THEN s.fee_rate END AS package_rate FROM outputs o
       LEFT JOIN sends s ON s.txid = o.spent_by AND s.state IN ('recorded', 'sent') WHERE o.txid = ? ORDER BY o.vout`,
      txid,
    )
  }

  /** Outputs that had a line once. */
  removedOf(txid: string): number[] {
    return this.#reads
      .all<{ vout: number }>('SELECT vout FROM removed_lines WHERE txid = ? ORDER BY vout', txid)
      .map(({ vout }) => vout)
  }
}
