import type { WalletTransaction } from '@hornets/contract/admin/wallet'
import { standingOf, txidOf } from '../history/transaction-facts.ts'

/** A payment to us that no block holds yet. */
export interface IncomingRow {
  readonly txid: string
  /** What it pays us in all. */
  readonly sats: number
  /** RFC 3339: of first sight. */
  readonly date: string
}

/** What is coming in, of the lines of the history: one row a transaction, newest first. */
export function incomingUnconfirmed(rows: readonly WalletTransaction[]): IncomingRow[] {
  const byTxid = new Map<string, IncomingRow>()
  for (const row of rows) {
    if (row.Value <= 0 || standingOf(row) !== 'unconfirmed') continue
    const txid = txidOf(row)
    byTxid.set(txid, { txid, sats: row.Value + (byTxid.get(txid)?.sats ?? 0), date: row.Date })
  }
  return [...byTxid.values()]
}
