import { confirmationsReported, type TransactionRow } from '@hornets/contract/wallet/accounting'
import { toTimestamp } from '@hornets/server/clock'
import type { WalletDatabase } from '../database/wallet-database.ts'
import { type HistoryRow, HistoryStore } from './history-store.ts'

interface HistoryParts {
  readonly database: WalletDatabase
  readonly tipHeight: () => number | null
}

export class History {
  readonly #store: HistoryStore
  readonly #tipHeight: () => number | null

  constructor({ database, tipHeight }: HistoryParts) {
    this.#store = new HistoryStore(database.reads)
    this.#tipHeight = tipHeight
  }

  /** Newest first. `next` requests the following page; null at the end. */
  page(limit: number, before = Number.MAX_SAFE_INTEGER): { transactions: TransactionRow[]; next: number | null } {
    const rows = this.#store.list(limit, before)
    const last = rows.length === limit ? rows.at(-1) : undefined
    return { transactions: rows.map(row => this.#tell(row)), next: last?.id ?? null }
  }

  linesOf(txid: string): TransactionRow[] {
    return this.#store.linesOf(txid).map(row => this.#tell(row))
  }

  /** A transaction's outputs that once had a line and have none now. */
  removedOf(txid: string): number[] {
    return this.#store.removedOf(txid)
  }

  /** What spends all of a payment to us; undefined while some of it is unspent. */
  #helpOf(txid: string): Pick<TransactionRow, 'helped_by' | 'package_rate'> {
    const spenders = this.#store.spendersOf(txid)
    const [first] = spenders
    if (!first?.spent_by || spenders.some(({ spent_by }) => spent_by === null)) return {}
    return { helped_by: first.spent_by, ...(first.package_rate !== null && { package_rate: first.package_rate }) }
  }

  #tell(row: HistoryRow): TransactionRow {
    const depth = row.block_height === null ? 0 : Math.max(1, (this.#tipHeight() ?? 0) - row.block_height + 1)
    return {
      txid: row.txid,
      vout: row.vout,
      date: toTimestamp(row.block_time ?? row.seen_at),
      output: row.output,
      value_sats: row.value_sats,
      confirmations: Math.min(depth, confirmationsReported),
      ...(row.replaced_by !== null && { replaced_by: row.replaced_by }),
      ...(row.state === 'dropped' && { dropped: true }),
      ...(row.fee_sats !== null && { fee_sats: row.fee_sats }),
      ...(row.origin_unknown === 1 && { origin_unknown: true }),
      ...(row.state === 'mempool' && row.value_sats > 0 && this.#helpOf(row.txid)),
    }
  }
}
