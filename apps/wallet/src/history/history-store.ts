import type { WalletReads } from '../database/wallet-database.ts'
import type { TransactionState } from './book/chain-book-store.ts'

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

export interface PaidRow {
  readonly txid: string
  readonly vout: number
  readonly output: string
  readonly value_sats: number
  readonly fee_sats: number | null
  readonly block_height: number | null
  readonly block_time: number | null
  readonly seen_at: number
  readonly seq: number
}

export type PaidPlace = Pick<PaidRow, 'seq' | 'vout'> & { readonly height: number }

/** Above every block, so that unconfirmed ones come last. */
const noBlock = 2 ** 31

const columns = `h.id, h.txid, h.vout, h.output, h.value_sats, h.fee_sats, t.state, t.block_height, t.block_time, t.seen_at,
  t.replaced_by, t.raw = '' AS origin_unknown`

export class HistoryStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  /** Newest first; ids below `before`. */
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

  /** By block, unconfirmed last; within a block in recorded order. */
  listPaid(limit: number, after: PaidPlace): PaidRow[] {
    return this.#reads.all(
      `SELECT h.txid, h.vout, h.output, h.value_sats, h.fee_sats, t.block_height, t.block_time, t.seen_at, t.seq
       FROM transactions t JOIN history h ON h.txid = t.txid
       WHERE t.state IN ('recorded', 'mempool', 'confirmed')
         AND (ifnull(t.block_height, ${noBlock}), t.seq, h.vout) > (?, ?, ?)
       ORDER BY ifnull(t.block_height, ${noBlock}), t.seq, h.vout LIMIT ?`,
      after.height,
      after.seq,
      after.vout,
      limit,
    )
  }

  placeOf({ block_height, seq, vout }: PaidRow): PaidPlace {
    return { height: block_height ?? noBlock, seq, vout }
  }

  /** Change of the confirmed balance per block, in order. Times in milliseconds. */
  changesByBlock(): { block_time: number; change_sats: number }[] {
    return this.#reads.all(
      `SELECT t.block_time, sum(h.value_sats - ifnull(h.fee_sats, 0)) AS change_sats
       FROM transactions t JOIN history h ON h.txid = t.txid
       WHERE t.state = 'confirmed' GROUP BY t.block_height ORDER BY t.block_height`,
    )
  }

  /** Satoshis of confirmed coins spent by unknown transactions. */
  undatedSats(): number {
    const sql = `SELECT ifnull(sum(o.value_sats), 0) AS sum FROM outputs o JOIN transactions t ON t.txid = o.txid
      WHERE o.spent_by = '' AND t.state = 'confirmed'`
    return this.#reads.get<{ sum: number }>(sql)?.sum ?? 0
  }

  /** The spenders of our outputs, and the requested combined rate, if any. */
  spendersOf(txid: string): { spent_by: string | null; package_rate: number | null }[] {
    return this.#reads.all(
      `SELECT o.spent_by, CASE WHEN s.choice = 4 THEN s.fee_rate END AS package_rate FROM outputs o
       LEFT JOIN sends s ON s.txid = o.spent_by AND s.state IN ('recorded', 'sent') WHERE o.txid = ? ORDER BY o.vout`,
      txid,
    )
  }

  /** Outputs that once had a line. */
  removedOf(txid: string): number[] {
    return this.#reads
      .all<{ vout: number }>('SELECT vout FROM removed_lines WHERE txid = ? ORDER BY vout', txid)
      .map(({ vout }) => vout)
  }
}
