import type { Approval } from '@hornets/contract/wallet/security'
import { keepPending, recordReplacement, type Spending, severalOf } from '../paying/spending.ts'

type PaymentSubject = Extract<Approval['subject'], { kind: 'payment' }>

/** Exactly the approved payment: any other needs a new approval. */
export function approvedSpending({ request, spent_sats, recipient }: PaymentSubject): Spending {
  if (request.choice === 2 || request.choice === 3) {
    const { original_tx_id: originalTxid, new_fee_rate: satsPerVbyte } = request
    const amountSats = spent_sats
    return {
      request,
      amountSats,
      recipient,
      record: recordReplacement({ originalTxid, satsPerVbyte, amountSats, recipient }),
    }
  }
  const isPayment = request.choice !== 4
  const amountSats = amountOf(request) ?? spent_sats
  const payees = request.choice === 5 ? severalOf(request.payees.length) : undefined
  const record = (txid: string) =>
    keepPending({
      txid,
      feeRate: isPayment ? request.priority_rate : request.new_fee_rate,
      amount: amountSats,
      recipient_address: recipient,
      timestamp: new Date().toISOString(),
      enable_rbf: isPayment ? request.enable_rbf : true,
      ...(payees !== undefined && { payees }),
    })
  return { request, amountSats, recipient, record }
}

function amountOf(request: PaymentSubject['request']): number | undefined {
  if (request.choice === 5) return request.payees.reduce((sum, { spend_amount }) => sum + spend_amount, 0)
  return request.choice === 1 && !request.send_all ? request.spend_amount : undefined
}
