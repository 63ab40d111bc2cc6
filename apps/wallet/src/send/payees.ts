import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { Payee as AskedPayee, SpendRequest } from '@hornets/contract/wallet/spending'
import type { NetworkTraits } from '../bitcoin/network.ts'
import { addressOfScript, scriptOfAddress } from '../bitcoin/script-address.ts'
import type { TransactionPlan } from '../coins/coin.ts'
import type { Payee } from '../coins/plans/plan-payment.ts'
import { outpointOf } from '../coins/raw-transaction.ts'
import { refused } from '../coins/refused-error.ts'
import type { LabelRow } from '../history/labels/labels.ts'

export interface PaidPayee {
  readonly recipient: string
  readonly amountSats: number
}

/** A request that makes a new payment: to one or several. */
export type PaymentRequest = Extract<SpendRequest, { choice: 1 | 5 }>

export const isPayment = (request: SpendRequest): request is PaymentRequest =>
  request.choice === 1 || request.choice === 5

function askedOf(request: PaymentRequest): readonly AskedPayee[] {
  if (request.choice === 5) return request.payees
  const { recipient_address, spend_amount } = request
  return [{ recipient_address, spend_amount }]
}

/** The request's payees as outputs. Throws RefusedError('invalid_address'), for several with the payee's number. */
export function payeesOf(request: PaymentRequest, network: NetworkTraits): Payee[] {
  return askedOf(request).map(({ recipient_address: address, spend_amount: valueSats }, position) => {
    const script = scriptOfAddress(address, network)
    if (script) return { script, valueSats }
    if (request.choice === 1) throw refused(refusals.addressInvalid)
    throw refused(refusals.payeeInvalid, { payee: position + 1, address })
  })
}

/** In the request's order, which a transaction does not keep; a replacement's in its own. */
export function paidBy(request: SpendRequest, plan: TransactionPlan, network: NetworkTraits): PaidPayee[] {
  const others = plan.outputs.filter(({ change }) => !change)
  const payment = isPayment(request) ? request : undefined
  if (payment?.choice === 5)
    return payment.payees.map(one => ({ recipient: one.recipient_address, amountSats: one.spend_amount }))
  return others.map(({ script, valueSats }) => ({
    recipient: payment?.recipient_address ?? addressOfScript(script, network) ?? '',
    amountSats: valueSats,
  }))
}

export function labelsOf(request: SpendRequest, plan: TransactionPlan, txid: string, network: NetworkTraits) {
  if (!isPayment(request)) return []
  const labels: LabelRow[] = request.label ? [{ type: 'tx', ref: txid, label: request.label }] : []
  if (request.choice === 1) return labels
  const outputs = plan.outputs.map(({ script, valueSats, change }, vout) => ({ script, valueSats, change, vout }))
  const open = new Map<string, number[]>()
  for (const { script, valueSats, change, vout } of outputs)
    if (!change) open.set(nameOf(script, valueSats), [...(open.get(nameOf(script, valueSats)) ?? []), vout])
  for (const { recipient_address, spend_amount, label } of request.payees) {
    const script = scriptOfAddress(recipient_address, network) ?? ''
    const vout = open.get(nameOf(script, spend_amount))?.shift()
    if (label && vout !== undefined) labels.push({ type: 'output', ref: outpointOf({ txid, vout }), label })
  }
  return labels
}

const nameOf = (script: string, valueSats: number) => `${script} ${valueSats}`
