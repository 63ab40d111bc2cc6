import {
  type PendingTransaction,
  replacePendingTransaction,
  savePendingTransaction,
} from '@hornets/contract/admin/wallet'
import type { BodyInputOf } from '@hornets/contract/endpoint'
import type { previewTransaction } from '@hornets/contract/wallet/spending'
import { api } from '../../../api/calls/api.ts'
import { type Payment, requestOf } from './payment.ts'

export interface Spending {
  readonly request: BodyInputOf<typeof previewTransaction>
  readonly amountSats: number
  readonly recipient: string
  readonly record: (txid: string) => Promise<unknown>
  /** Set for new payments, which could be paid twice. */
  readonly payment?: Payment
}

export interface Raise {
  readonly originalTxid: string
  readonly satsPerVbyte: number
  readonly amountSats: number
  readonly recipient: string
  /** Number of payees, if several: the amount is their sum, the recipient the first. */
  readonly payees?: number | undefined
  /** Also replaces later payments that spend the change. */
  readonly withLater?: boolean
}

/** How to replace a pending payment: 2 pays the same with a higher fee, 3 pays it back to this wallet. */
export type ReplacementChoice = 2 | 3

export function spendingOf(payment: Payment): Spending {
  const { amountSats, recipient, satsPerVbyte, enableRbf } = payment
  const payees = severalOf(payment.payees?.length)
  return {
    request: requestOf(payment),
    amountSats,
    recipient,
    record: recordPending({ amountSats, recipient, satsPerVbyte, payees }, enableRbf),
    payment,
  }
}

export function replacementOf(choice: ReplacementChoice, raise: Raise): Spending {
  const { originalTxid, satsPerVbyte, amountSats, recipient, withLater } = raise
  const request = { original_tx_id: originalTxid, new_fee_rate: satsPerVbyte }
  return {
    request: choice === 2 ? { choice, ...request, ...(withLater && { with_later: true }) } : { choice, ...request },
    amountSats,
    recipient,
    record: recordReplacement(raise),
  }
}

/** A payment to ourselves; it can be replaced, so the relay is told its own rate, higher than the combined one. */
export function speedUpOf(raise: Raise, ownRate: number): Spending {
  const { originalTxid, satsPerVbyte, amountSats, recipient } = raise
  return {
    request: { choice: 4, original_tx_id: originalTxid, new_fee_rate: satsPerVbyte },
    amountSats,
    recipient,
    record: recordPending({ amountSats, recipient, satsPerVbyte: ownRate }, true),
  }
}

type Recorded = Pick<Raise, 'amountSats' | 'recipient' | 'satsPerVbyte' | 'payees'>

/** The number if above one. */
export const severalOf = (count: number | undefined) => (count !== undefined && count > 1 ? count : undefined)

/** The relay keeps a payment until the wallet sees it confirmed or replaced. */
export const keepPending = (body: PendingTransaction) => api.call(savePendingTransaction, { body })

const recordPending = (spending: Recorded, enableRbf: boolean) => (txid: string) =>
  keepPending({
    txid,
    feeRate: spending.satsPerVbyte,
    amount: spending.amountSats,
    recipient_address: spending.recipient,
    timestamp: new Date().toISOString(),
    enable_rbf: enableRbf,
    ...(spending.payees !== undefined && { payees: spending.payees }),
  })

export const recordReplacement = (raise: Raise) => (txid: string) =>
  api.call(replacePendingTransaction, {
    body: {
      original_tx_id: raise.originalTxid,
      new_tx_id: txid,
      new_fee_rate: raise.satsPerVbyte,
      amount: raise.amountSats,
      recipient_address: raise.recipient,
      enable_rbf: true,
      ...(raise.payees !== undefined && { payees: raise.payees }),
    },
  })
