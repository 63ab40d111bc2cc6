import type { PendingTransaction } from '@hornets/contract/admin/wallet'
import type { AnswerOf } from '@hornets/contract/endpoint'
import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import type { listSends } from '@hornets/contract/wallet/spending'

/** A payment on its way, as the wallet tells it. */
export type Send = AnswerOf<typeof listSends>[number]

/** The same as the relay keeps it. */
export function pendingOf(send: Send): PendingTransaction {
  const { txid, amount_sats: amount, recipient_address, timestamp, enable_rbf } = send
  const { payees } = send
  const several = payees !== undefined && { payees }
  return { txid, feeRate: ownRateOf(send), amount, recipient_address, timestamp, enable_rbf, ...several }
}

/** Of a child that helps another on the wallet tells the rate of both; a replacement has to beat what it pays itself. */
function ownRateOf({ fee_sats, vsize, fee_rate }: Send): number {
  return fee_sats > feeSatsOf(vsize, fee_rate) ? Math.round((fee_sats / vsize) * 1000) / 1000 : fee_rate
}
