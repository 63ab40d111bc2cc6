import { entry } from '../layout/index-entry.ts'
import type { WriteTransactions } from './write-transaction.ts'

/** Counts the hours of a store that an older version has written: some seconds for 10 million events, once. */
export function countHours(transactions: WriteTransactions): void {
  if (transactions.last.hasHours) return
  transactions.transact(tx => {
    tx.tables.hours.clearSync()
    for (const _ of tx.tables.byTime.getKeys({ start: Buffer.of(0) })) tx.counts.addTime(entry.kind, entry.time, 1)
    tx.completeHours()
  }, false)
}
