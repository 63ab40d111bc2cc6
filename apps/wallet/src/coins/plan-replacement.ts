import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import type { Coin, PlannedOutput, SpendKind, TransactionPlan } from './coin.ts'
import { composePlan } from './plan-payment.ts'
import { RefusedError } from './refused-error.ts'
import { largestFirst, sumOf } from './select-coins.ts'
import { allowsChange, feeWith, leftOver, needsNoChange, type Task } from './task.ts'

/** An unconfirmed payment of ours, as the network has it. */
export interface Original {
  readonly inputs: readonly Coin[]
  /** `change` marks what may be cut: it comes back to us. */
  readonly outputs: readonly PlannedOutput[]
  readonly feeSats: number
  readonly vsize: number
  readonly lockTime: number
  /** What others have built on it pays this much; it goes when the original goes (BIP 125, rule 3). */
  readonly descendantFeeSats: number
}

export interface Replacement {
  readonly original: Original
  readonly kind: SpendKind
  readonly rate: number
  /** Confirmed coins that may be added (BIP 125, rule 2 allows no new unconfirmed input). */
  readonly spareCoins: readonly Coin[]
  /** For a change output where the original has none. */
  readonly changeScript: string
  /** Satoshis per virtual byte that a replacement pays for its own passing on (rule 4). */
  readonly incrementalRate: number
}

/**
 * The same payment with a higher fee: out of its change first, else out of further coins, never out of what others get.
 * Throws RefusedError: 'fee_too_low', 'insufficient_funds'.
 */
export function planReplacement(replacement: Replacement): TransactionPlan {
  const { original, kind, rate } = replacement
  const paid = original.outputs.filter(({ change }) => !change)
  const task: Task = {
    kind,
    rate,
    paidSats: paid.reduce((sum, { valueSats }) => sum + valueSats, 0),
    paidScripts: paid.map(({ script }) => script),
    changeScript: original.outputs.find(({ change }) => change)?.script ?? replacement.changeScript,
  }
  return composeReplacement(replacement, task, paid)
}

/** Takes the payment back: the same coins, all to an address of ours. Throws as above. */
export function planCancellation(replacement: Replacement): TransactionPlan {
  const { kind, rate, changeScript } = replacement
  return composeReplacement(replacement, { kind, rate, paidSats: 0, paidScripts: [], changeScript }, [])
}

/** The lowest rate at which nodes take a replacement of this size, in thousandths. */
export function lowestReplacementRate({ original, incrementalRate }: Replacement, vsize: number): number {
  const bySum = leastFeeSats(original, incrementalRate, vsize) / vsize
  const byRate = original.feeSats / original.vsize
  return Math.max(Math.ceil(bySum * 1000), Math.floor(byRate * 1000) + 1) / 1000
}

function composeReplacement(replacement: Replacement, task: Task, paid: readonly PlannedOutput[]): TransactionPlan {
  const { original } = replacement
  const coins = [...original.inputs]
  const spare = [...replacement.spareCoins].sort(largestFirst)
  let withChange = chooseChange(task, coins, spare.length === 0)
  while (withChange === null) {
    const next = takeFitting(task, coins, spare)
    if (!next) throw insufficient(task, coins)
    coins.push(next)
    withChange = chooseChange(task, coins, spare.length === 0)
  }
  const plan = composePlan({ lockTime: original.lockTime, signalsReplacement: true }, task, coins, paid, withChange)
  assertPaysForItself(replacement, plan)
  return plan
}

/** With change, without, or null: these coins do not do. A replacement without any output is none. */
function chooseChange(task: Task, coins: readonly Coin[], isLast: boolean): boolean | null {
  const sum = sumOf(coins)
  if (allowsChange(task, coins.length, sum)) return true
  if (task.paidScripts.length === 0) return null
  if (needsNoChange(task, coins.length, sum)) return false
  return isLast && leftOver(task, coins.length, sum, false) >= 0 ? false : null
}

/** The smallest coin that is enough by itself, else the largest; taken out of `spare`. */
function takeFitting(task: Task, coins: readonly Coin[], spare: Coin[]): Coin | undefined {
  const sum = sumOf(coins)
  const position = spare.findLastIndex(({ valueSats }) => allowsChange(task, coins.length + 1, sum + valueSats))
  return spare.splice(Math.max(0, position), 1)[0]
}

function assertPaysForItself(replacement: Replacement, plan: TransactionPlan): void {
  const { original, incrementalRate, rate } = replacement
  const least = leastFeeSats(original, incrementalRate, plan.vsize)
  const higherRate = plan.feeSats * original.vsize > original.feeSats * plan.vsize
  if (plan.feeSats >= least && higherRate) return
  const lowest = lowestReplacementRate(replacement, plan.vsize)
  const message = `Fee too low: at ${rate} sat/vB nodes would not take the replacement, it needs ${lowest} or more`
  throw new RefusedError('fee_too_low', message)
}

/** BIP 125, rules 3 and 4: more than what goes, by the price of passing itself on. */
function leastFeeSats(original: Original, incrementalRate: number, vsize: number): number {
  return original.feeSats + original.descendantFeeSats + feeSatsOf(vsize, incrementalRate)
}

function insufficient(task: Task, coins: readonly Coin[]): RefusedError {
  const missing = task.paidSats + feeWith(task, coins.length, false) - sumOf(coins)
  const message = `Insufficient funds: at ${task.rate} sat/vB ${Math.max(missing, 1)} sats more are needed, and no confirmed coin is left`
  return new RefusedError('insufficient_funds', message)
}
