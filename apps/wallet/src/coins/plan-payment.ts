import { refusals } from '@hornets/contract/wallet/refusals'
import type { Coin, PlannedOutput, SpendKind, TransactionPlan } from './coin.ts'
import { dustLimitSats } from './dust.ts'
import { refused } from './refused-error.ts'
import { largestFirst, selectCoins, sumOf, worthSpending } from './select-coins.ts'
import { feeWith, leftOver, maxInputs, type Task, vsizeWith } from './task.ts'

interface PlanFrame {
  /** Those that may be spent. */
  readonly coins: readonly Coin[]
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

/** Pays somebody. Throws RefusedError: 'dust', 'insufficient_funds', 'too_large'. */
export function planPayment(payment: Payment): TransactionPlan {
  const { script, valueSats, changeScript, kind, rate } = payment
  assertNoDust(script, valueSats)
  const task: Task = { kind, rate, paidSats: valueSats, paidScripts: [script], changeScript }
  const selected = selectCoins(payment.coins, task)
  if (!selected) {
    const needed_sats = valueSats + feeWith(task, 1, false)
    throw refused(refusals.insufficientFunds, { needed_sats, available_sats: sumOf(payment.coins) })
  }
  const paid = { script, valueSats, change: false }
  return composePlan(payment, task, selected.coins, [paid], selected.withChange)
}

/** Pays somebody all that the coins hold. Throws RefusedError as above. */
export function planSendAll(payment: Omit<Payment, 'valueSats' | 'changeScript'>): TransactionPlan {
  const { script, kind, rate } = payment
  const task: Task = { kind, rate, paidSats: 0, paidScripts: [script], changeScript: script }
  const coins = worthSpending(payment.coins, task).sort(largestFirst)
  if (coins.length > maxInputs(task)) throw refused(refusals.allTooMany, { coins: maxInputs(task) })
  const valueSats = leftOver(task, coins.length, sumOf(coins), false)
  if (coins.length === 0 || valueSats <= 0) throw refused(refusals.feeTakesAll)
  assertNoDust(script, valueSats)
  return composePlan(payment, { ...task, paidSats: valueSats }, coins, [{ script, valueSats, change: false }], false)
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
