import type { WalletTransaction } from '@hornets/contract/admin/wallet'
import { statusOf, txidOf } from '../history/transaction-facts.ts'

export interface IncomingRow {
  readonly txid: string
  readonly sats: number
  /** RFC 3339: when first seen. */
  readonly date: string
  /** Our payment that spends it and thus speeds it up. */
  readonly helpedBy?: string | undefined
  /** Combined satoshis per virtual byte, if requested. */
  readonly packageRate?: number | undefined
}

/** Incoming payments from history lines: one row per transaction, newest first. */
export function incomingUnconfirmed(rows: readonly WalletTransaction[]): IncomingRow[] {
  const byTxid = new Map<string, IncomingRow>()
  for (const row of rows) {
    if (row.Value <= 0 || statusOf(row) !== 'unconfirmed') continue
    const txid = txidOf(row)
    const help = { helpedBy: row.helped_by, packageRate: row.package_rate }
    byTxid.set(txid, { txid, sats: row.Value + (byTxid.get(txid)?.sats ?? 0), date: row.Date, ...help })
  }
  return [...byTxid.values()]
}
