import type { BodyOf } from '@hornets/contract'
import type { pushTransactions } from '@hornets/contract/wallet/relay/push'
import { toTimestamp } from '@hornets/server/clock'
import type { ListedTransaction } from './wallet-store.ts'

export function rowOf(line: Exclude<BodyOf<typeof pushTransactions>[number], { removed: true }>) {
  return {
    wallet: line.wallet_name,
    txid: line.txid,
    vout: line.vout,
    date: Date.parse(line.date),
    output: line.output,
    value_sats: line.value_sats,
    confirmations: line.confirmations,
    replaced_by: line.replaced_by ?? null,
    dropped: Number(line.dropped ?? false),
    fee_sats: line.fee_sats ?? null,
    origin_unknown: Number(line.origin_unknown ?? false),
    helped_by: line.helped_by ?? null,
    package_rate: line.package_rate ?? null,
  }
}

/** A kept line as consoles read it, with the labels of receiving addresses. */
export function shownLine(
  row: ListedTransaction,
  { wholePayments, labels }: { readonly wholePayments: boolean; readonly labels: ReadonlyMap<string, string> },
) {
  return {
    ID: row.id,
    Address: `${row.txid}:${row.vout}`,
    Date: toTimestamp(row.date),
    Output: row.output,
    Value: row.value_sats,
    confirmations: row.confirmations,
    ...(row.replaced_by !== null && { replaced_by: row.replaced_by }),
    ...(row.dropped === 1 && { dropped: true }),
    ...(row.fee_sats !== null && { fee_sats: row.fee_sats }),
    ...(row.origin_unknown === 1 && { origin_unknown: true }),
    ...(row.helped_by !== null && { helped_by: row.helped_by }),
    ...(row.package_rate !== null && { package_rate: row.package_rate }),
    ...(wholePayments && row.payees > 1 && { payees: row.payees, paid_sats: -row.sent_sats }),
    ...(row.value_sats > 0 && labels.has(row.output) && { label: labels.get(row.output) }),
  }
}

/** To the nearest cent, in whole numbers until the final division. */
export function dollarsOf(sats: number, centsPerBitcoin: number): number {
  const cents = (BigInt(sats) * BigInt(centsPerBitcoin) + 50_000_000n) / 100_000_000n
  return Number(cents) / 100
}
