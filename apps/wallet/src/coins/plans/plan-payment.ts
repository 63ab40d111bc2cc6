import { refusals } from '@hornets/contract/wallet/answers/refusals'
import { chainTooLong } from '../chain-limits.ts'
import type { Coin, PlannedOutput, SpendKind, TransactionPlan } from '../coin.ts'
import { dustLimitSats } from '../dust.ts'
import { refused } from '../refused-error.ts'
import { Families } from '../selection/families.ts'
import { selectByTrust } from '../selection/select-by-trust.ts'
import { byOutpoint, largestFirst, sumOf, worthSpending } from '../selection/select-coins.ts'
import { feeWith, inputCostSats, leftOver, maxInputs, type Task, vsizeWith } from '../selection/task.ts'

interface PlanFrame {
  readonly coins: readonly Coin[]
  readonly families?: Families
  readonly kind: SpendKind
  /** Satoshis per virtual byte. */
  readonly rate: number
  readonly lockTime: number
  readonly signalsReplacement: boolean
}

export interface Payee {
  /** scriptPubKey, hex. */
  readonly script: string
  readonly valueSats: number
}

export interface Payments extends PlanFrame {
  readonly payees: readonly Payee[]
  readonly changeScript: string
}

export type Payment = Omit<Payments, 'payees'> & Payee

/** Prefers confirmed coins. Throws RefusedError: 'dust', 'insufficient_funds', 'too_large', 'coin_not_spendable'. */
export function planPayment({ script, valueSats, ...frame }: Payment): TransactionPlan {
  return planPayments({ ...frame, payees: [{ script, valueSats }] })
}

/** Pays all of them in one transaction: each gets the full amount, the fee comes on top. Throws as above. */
export function planPayments(payment: Payments): TransactionPlan {
  const { payees, changeScript, kind, rate } = payment
  for (const [position, payee] of payees.entries()) assertNoDust(payee, payees.length > 1 ? position + 1 : undefined)
  const paidSats = payees.reduce((sum, { valueSats }) => sum + valueSats, 0)
  const task: Task = { kind, rate, paidSats, paidScripts: payees.map(({ script }) => script), changeScript }
  assertHolds(task)
  const selected = selectByTrust(payment.coins, task, payment.families ?? new Families())
  if (!selected) {
    const needed_sats = paidSats + feeWith(task, 1, false)
    throw refused(refusals.insufficientFunds, { needed_sats, available_sats: sumOf(payment.coins) })
  }
  const paid = payees.map(payee => ({ ...payee, change: false }))
  const { coins, withChange, liftSats } = selected
  return composePlan(payment, { ...task, liftSats }, coins, paid, withChange)
}

/** Pays one payee everything in the coins. Throws RefusedError as above. */
export function planSendAll(payment: PlanFrame & Pick<Payee, 'script'>): TransactionPlan {
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
  assertNoDust({ script, valueSats })
  if (!families.fit(coins, vsizeWith(task, coins.length, false))) throw chainTooLong()
  return composePlan(
    payment,
    { ...task, paidSats: valueSats, liftSats },
    coins,
    [{ script, valueSats, change: false }],
    false,
  )
}

/** Builds a plan: the remainder becomes change if there is an output for it, else fee. */
export function composePlan(
  frame: Pick<PlanFrame, 'lockTime' | 'signalsReplacement'>,
  task: Task,
  coins: readonly Coin[],
  paid: readonly PlannedOutput[],
  withChange: boolean,
): TransactionPlan {
  const inputs = [...coins].sort(byOutpoint)
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

function assertNoDust({ script, valueSats }: Payee, payee?: number): void {
  const lowest_sats = dustLimitSats(script)
  if (valueSats >= lowest_sats) return
  const figures = { amount_sats: valueSats, lowest_sats }
  throw payee === undefined ? refused(refusals.dust, figures) : refused(refusals.payeeDust, { ...figures, payee })
}

/** Nodes limit the weight: besides the payees there must be room for at least one coin. */
function assertHolds(task: Task): void {
  if (maxInputs(task) > 0) return
  const fits = (count: number) => maxInputs({ ...task, paidScripts: task.paidScripts.slice(0, count) }) > 0
  const most = task.paidScripts.findLastIndex((_, position) => fits(position + 1)) + 1
  throw refused(refusals.tooManyPayees, { most, payees: task.paidScripts.length })
}

/** BIP 69, like that of the inputs: an order that does not reveal the change. */
function byValue(one: PlannedOutput, other: PlannedOutput): number {
  return one.valueSats - other.valueSats || (one.script < other.script ? -1 : 1)
}
