import type { PlanAnswer, SpendRequest } from '@hornets/contract/wallet/spending'
import { addressOfScript } from '../addresses/script-address.ts'
import type { TransactionPlan } from '../coins/coin.ts'
import { outpointOf, txidOf } from '../coins/raw-transaction.ts'
import { unsignedTransaction } from '../keys/sign.ts'
import type { NetworkTraits } from '../network.ts'

export interface PaidTo {
  readonly txid: string
  readonly amountSats: number
  readonly recipient: string
}

/**
 * What a plan does, in the words of the screen: whom it pays how much, of several one of them and the sum. A payment to
 * ourselves pays its largest output.
 */
export function describePlan(request: SpendRequest, plan: TransactionPlan, network: NetworkTraits): PaidTo {
  const others = plan.outputs.filter(({ change }) => !change)
  const paid = others[0] ?? plan.outputs.at(-1)
  const recipient =
    request.choice === 1 ? request.recipient_address : (addressOfScript(paid?.script ?? '', network) ?? '')
  const amountSats = others.length > 0 ? others.reduce((sum, { valueSats }) => sum + valueSats, 0) : paid?.valueSats
  return { txid: txidOf(unsignedTransaction(plan)), amountSats: amountSats ?? 0, recipient }
}

/** A plan as a picture: coins, outputs, fee. */
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
