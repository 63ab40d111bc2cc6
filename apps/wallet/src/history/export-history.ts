import { setImmediate } from 'node:timers/promises'
import { toTimestamp } from '@hornets/server/clock'
import { byteOrderMark, type CsvSeparator, csvLine } from '@hornets/server/csv'
import type { WalletDatabase } from '../database/wallet-database.ts'
import { HistoryStore, type PaidPlace } from './history-store.ts'
import type { Labels } from './labels/labels.ts'

/** Takes some milliseconds. */
const rowsAtOnce = 500

const columns = [
  'date',
  'txid',
  'amount_sats',
  'fee_sats',
  'address',
  'label',
  'block_height',
  'balance_after_sats',
] as const

/** CSV, oldest first, in chunks. One line per output, fee on the first; the confirmed balance. */
export async function* exportHistory(
  { reads }: Pick<WalletDatabase, 'reads'>,
  labels: Pick<Labels, 'find'>,
  separator: CsvSeparator,
): AsyncGenerator<string> {
  const store = new HistoryStore(reads)
  let after: PaidPlace = { height: -1, seq: -1, vout: -1 }
  let balanceSats = 0
  yield byteOrderMark + csvLine(columns, separator)
  for (;;) {
    const rows = store.listPaid(rowsAtOnce, after)
    let part = ''
    for (const row of rows) {
      balanceSats += row.value_sats - (row.fee_sats ?? 0)
      const cells = [
        toTimestamp(row.block_time ?? row.seen_at),
        row.txid,
        row.value_sats,
        row.fee_sats,
        row.output,
        labels.find('tx', row.txid) ?? labels.find('addr', row.output) ?? null,
        row.block_height,
        row.block_height === null ? null : balanceSats,
      ]
      part += csvLine(cells, separator)
    }
    yield part
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    after = store.placeOf(last)
    await setImmediate()
  }
}
