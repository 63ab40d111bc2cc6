import type { WalletTransaction } from '@hornets/contract/admin/wallet'
import { standingOf, txidOf } from '../history/transaction-facts.ts'

/** A payment to us that no block holds yet. */
export interface IncomingRow {
  readonly txid: string
  /** What it pays us in all. */
  readonly sats: number
  /** RFC 3339: of first sight. */
  readonly date: string
  /** The payment of ours that spends it, and so helps it on already. */
  readonly helpedBy?: string | undefined
  /** Satoshis per virtual byte that both pay together, where that was asked for. */
  readonly packageRate?: number | undefined
}

/** What is coming in, of the lines of the history: one row a transaction, newest first. */
export function incomingUnconfirmed(rows: readonly WalletTransaction[]): IncomingRow[] {
  const byTxid = new Map<string, IncomingRow>()
  for (const row of rows) {
    if (row.Value <= 0 || standingOf(row) !== 'unconfirmed') continue
    const txid = txidOf(row)
    const help = { helpedBy: row.helped_by, packageRate: row.package_rate }
    byTxid.set(txid, { txid, sats: row.Value + (byTxid.get(txid)?.sats ?? 0), date: row.Date, ...help })
  }
  return [...byTxid.values()]
}
