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
}

const columns = `h.id, h.txid, h.vout, h.output, h.value_sats, h.fee_sats, t.state, t.block_height, t.block_time, t.seen_at,
  t.replaced_by`

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
}
