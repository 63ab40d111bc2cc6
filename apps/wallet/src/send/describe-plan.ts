import type { PlanAnswer, SpendRequest } from '@hornets/contract/wallet/spending'
import type { NetworkTraits } from '../bitcoin/network.ts'
import { addressOfScript } from '../bitcoin/script-address.ts'
import type { TransactionPlan } from '../coins/coin.ts'
import { outpointOf, txidOf } from '../coins/raw-transaction.ts'
import { unsignedTransaction } from '../keys/signing/sign.ts'
import type { Spend } from '../security/spend-guard.ts'
import { type PaidPayee, paidBy } from './payees.ts'

export interface PaidTo {
  readonly txid: string
  /** For several: their sum. */
  readonly amountSats: number
  /** For several: the first. */
  readonly recipient: string
  /** Empty for payments to ourselves. */
  readonly payees: readonly PaidPayee[]
}

/** For several payees the first and the sum; a payment to ourselves shows its largest output. */
export function describePlan(request: SpendRequest, plan: TransactionPlan, network: NetworkTraits): PaidTo {
  const txid = txidOf(unsignedTransaction(plan))
  const payees = paidBy(request, plan, network)
  const own = plan.outputs.at(-1)
  const [first = { recipient: addressOfScript(own?.script ?? '', network) ?? '' }] = payees
  const paidSats = payees.reduce((sum, { amountSats }) => sum + amountSats, 0)
  return { txid, amountSats: payees.length > 0 ? paidSats : (own?.valueSats ?? 0), recipient: first.recipient, payees }
}

/** The facts that the limits and another owner's approval depend on. */
export function spendOf(request: SpendRequest, plan: TransactionPlan, network: NetworkTraits): Spend {
  const { amountSats, recipient, payees } = describePlan(request, plan, network)
  return { request, plan, amountSats, recipient, payees }
}

/** A plan for display: coins, outputs, fee. */
export function drawPlan(plan: TransactionPlan, network: NetworkTraits): PlanAnswer {
  const addressOf = (script: string) => addressOfScript(script, network) ?? ''
  return {
    inputs: plan.inputs.map(coin => ({
      outpoint: outpointOf(coin),
      address: addressOf(coin.script),
      value_sats: coin.valueSats,
      ...(!coin.confirmed && { unconfirmed: coin.fromOthers ? ('others' as const) : ('own' as const) }),
    })),
    outputs: plan.outputs.map(({ script, valueSats, change }) => ({
      address: addressOf(script),
      value_sats: valueSats,
      change,
    })),
    fee_sats: plan.feeSats,
    ...(plan.liftSats && { lift_sats: plan.liftSats }),
    vsize: plan.vsize,
    ...(plan.takesAlong && { takes_along: [...plan.takesAlong] }),
    ...(plan.lowest && { lowest_rate: plan.lowest.rate, lowest_fee_sats: plan.lowest.feeSats }),
  }
}
