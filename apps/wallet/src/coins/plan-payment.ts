import { refusals } from '@hornets/contract/wallet/refusals'
import { chainTooLong } from './chain-limits.ts'
import type { Coin, PlannedOutput, SpendKind, TransactionPlan } from './coin.ts'
import { dustLimitSats } from './dust.ts'
import { Families } from './families.ts'
import { refused } from './refused-error.ts'
import { selectByTrust } from './select-by-trust.ts'
import { largestFirst, sumOf, worthSpending } from './select-coins.ts'
import { feeWith, inputCostSats, leftOver, maxInputs, type Task, vsizeWith } from './task.ts'

interface PlanFrame {
  /** Those that may be spent. */
  readonly coins: readonly Coin[]
  /** Of the unconfirmed ones. */
  readonly families?: Families
  readonly kind: SpendKind
  /** Satoshis per virtual byte. */
  readonly rate: number
  readonly lockTime: number
  readonly signalsReplacement: boolean
}

export interface Payment extends PlanFrame {
  /** scriptPubKey of the recipient, hex. */
  readonly script: string
  readonly valueSats: number
  readonly changeScript: string
}

/**
 * Pays somebody, out of confirmed coins where they are enough.
 * Throws RefusedError: 'dust', 'insufficient_funds', 'too_large', 'coin_not_spendable'.
 */
export function planPayment(payment: Payment): TransactionPlan {
  const { script, valueSats, changeScript, kind, rate } = payment
  assertNoDust(script, valueSats)
  const task: Task = { kind, rate, paidSats: valueSats, paidScripts: [script], changeScript }
  const selected = selectByTrust(payment.coins, task, payment.families ?? new Families())
  if (!selected) {
    const needed_sats = valueSats + feeWith(task, 1, false)
    throw refused(refusals.insufficientFunds, { needed_sats, available_sats: sumOf(payment.coins) })
  }
  const paid = { script, valueSats, change: false }
  const { coins, withChange, liftSats } = selected
  return composePlan(payment, { ...task, liftSats }, coins, [paid], withChange)
}

/** Pays somebody all that the coins hold. Throws RefusedError as above. */
export function planSendAll(payment: Omit<Payment, 'valueSats' | 'changeScript'>): TransactionPlan {
  const { script, kind, rate } = payment
  const task: Task = { kind, rate, paidSats: 0, paidScripts: [script], changeScript: script }
  const families = payment.families ?? new Families()
  const coins = worthSpending(payment.coins, task)
    .filter(coin => coin.confirmed || coin.valueSats > inputCostSats(task) + families.liftSats([coin], rate))
    .sort(largestFirst)
  if (coins.length > maxInputs(task)) throw refused(refusals.allTooMany, { coins: maxInputs(task) })
  const liftSats = families.liftSats(coins, rate)
  const valueSats = leftOver({ ...task, liftSats }, coins.length, sumOf(coins), false)
  if (coins.length === 0 || valueSats <= 0) throw refused(refusals.feeTakesAll)
  assertNoDust(script, valueSats)
  if (!families.fit(coins, vsizeWith(task, coins.length, false))) throw chainTooLong()
  return composePlan(
    payment,
    { ...task, paidSats: valueSats, liftSats },
    coins,
    [{ script, valueSats, change: false }],
    false,
  )
}

/** Puts a plan together: what is left over goes to change where there is one, else to the miners. */
export function composePlan(
  frame: Pick<PlanFrame, 'lockTime' | 'signalsReplacement'>,
  task: Task,
  coins: readonly Coin[],
  paid: readonly PlannedOutput[],
  withChange: boolean,
): TransactionPlan {
  const inputs = [...coins].sort(byName)
  const changeSats = withChange ? leftOver(task, inputs.length, sumOf(inputs), true) : 0
  const change: PlannedOutput[] = withChange ? [{ script: task.changeScript, valueSats: changeSats, change: true }] : []
  return {
    inputs,
    outputs: [...paid, ...change].sort(byValue),
    feeSats: withChange ? feeWith(task, inputs.length, true) : sumOf(inputs) - task.paidSats,
    ...(task.liftSats && { liftSats: task.liftSats }),
    vsize: vsizeWith(task, inputs.length, withChange),
    lockTime: frame.lockTime,
    signalsReplacement: frame.signalsReplacement,
  }
}

function assertNoDust(script: string, valueSats: number): void {
  const lowest_sats = dustLimitSats(script)
  if (valueSats < lowest_sats) throw refused(refusals.dust, { amount_sats: valueSats, lowest_sats })
}

/** BIP 69: an order that says nothing of which output is the change. */
function byName(one: Coin, other: Coin): number {
  return one.txid === other.txid ? one.vout - other.vout : one.txid < other.txid ? -1 : 1
}

function byValue(one: PlannedOutput, other: PlannedOutput): number {
  return one.valueSats - other.valueSats || (one.script < other.script ? -1 : 1)
}
