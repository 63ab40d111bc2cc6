import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { Coin, PlannedOutput, SpendKind, TransactionPlan } from '../coin.ts'
import { lackingSats, packageRate, type Unconfirmed } from '../left-behind.ts'
import { type RefusedError, refused } from '../refused-error.ts'
import { largestFirst, selectCoins, sumOf, worthSpending } from '../selection/select-coins.ts'
import { allowsChange, leftOver, needsNoChange, type Task } from '../selection/task.ts'
import { findLowestRate } from './lowest-rate.ts'
import { composePlan } from './plan-payment.ts'

/** Our unconfirmed payment, as the network has it. */
export interface Original {
  readonly inputs: readonly Coin[]
  /** `change` marks the output that can shrink because it returns to us. */
  readonly outputs: readonly PlannedOutput[]
  readonly feeSats: number
  readonly vsize: number
  readonly lockTime: number
  /** Fees of others' descendants, which go with the original (BIP 125, rule 3). */
  readonly descendantFeeSats: number
  readonly ancestors?: readonly Unconfirmed[]
  /** Later payments of ours that it also replaces; inputs and outputs are those of all together. */
  readonly later?: readonly Later[]
}

/** A payment built on another, as the network has it. */
export interface Later {
  readonly txid: string
  readonly feeSats: number
  readonly vsize: number
}

export interface Replacement {
  readonly original: Original
  readonly kind: SpendKind
  readonly rate: number
  /** Confirmed coins that can be added (BIP 125, rule 2 forbids new unconfirmed inputs). */
  readonly spareCoins: readonly Coin[]
  /** For a change output if the original has none. */
  readonly changeScript: string
  /** Satoshis per virtual byte that a replacement pays for relaying (rule 4). */
  readonly incrementalRate: number
}

/** From change, then further coins. Throws RefusedError: 'fee_too_low', 'insufficient_funds', 'too_large'. */
export function planReplacement(replacement: Replacement): TransactionPlan {
  return planChecked(replacement, replacement.rate, composerOf(replacement, true))
}

/** Cancels the payment: spends the same coins to an address of ours. Throws as above. */
export function planCancellation(replacement: Replacement): TransactionPlan {
  return planChecked(replacement, replacement.rate, composerOf(replacement, false))
}

/** The replacement at the lowest rate that nodes accept. Throws RefusedError: 'insufficient_funds', 'too_large'. */
export function planCheapestReplacement(replacement: Omit<Replacement, 'rate'>): TransactionPlan {
  const from = lowestRate(replacement, replacement.original.vsize)
  const { plan, ...lowest } = findLowest(replacement, composerOf(replacement, true), from)
  return { ...plan, lowest }
}

type Rateless = Omit<Replacement, 'rate'>
type Composer = (rate: number) => TransactionPlan

function planChecked(replacement: Rateless, rate: number, compose: Composer): TransactionPlan {
  const plan = compose(rate)
  const { plan: _, ...lowest } = findLowest(replacement, compose, rate)
  if (paysForItself(replacement, plan)) return { ...plan, lowest }
  const figures = { rate, lowest_rate: lowest.rate, lowest_fee_sats: lowest.feeSats }
  throw refused(refusals.replacementTooCheap, figures)
}

function findLowest(replacement: Rateless, planAt: Composer, from: number) {
  return findLowestRate({
    from,
    planAt,
    isTaken: plan => paysForItself(replacement, plan),
    rateFor: vsize => lowestRate(replacement, vsize),
  })
}

/** The lowest rate at which nodes accept a replacement of this size, in thousandths. */
function lowestRate({ original, incrementalRate }: Rateless, vsize: number): number {
  const byRate = Math.max(...allOf(original).map(one => Math.floor((one.feeSats * vsize) / one.vsize) + 1))
  const feeSats = Math.max(leastFeeSats(original, incrementalRate, vsize), byRate)
  return packageRate(original.ancestors ?? [], vsize, feeSats).rate
}

function composerOf(replacement: Rateless, paysAgain: boolean): Composer {
  const { original, kind, changeScript } = replacement
  const spare = [...replacement.spareCoins].sort(largestFirst)
  const paid = paysAgain ? original.outputs.filter(({ change }) => !change) : []
  const ownChange = original.outputs.find(({ change }) => change)?.script
  const task = {
    kind,
    paidSats: paid.reduce((sum, { valueSats }) => sum + valueSats, 0),
    paidScripts: paid.map(({ script }) => script),
    changeScript: (paysAgain && ownChange) || changeScript,
  }
  return rate => compose(original, { ...task, rate }, paid, spare)
}

/** First from the change, then from further coins with the least waste. */
function compose(original: Original, task: Task, paid: readonly PlannedOutput[], spare: readonly Coin[]) {
  const { inputs, lockTime } = original
  const liftSats = lackingSats(original.ancestors ?? [], task.rate)
  const more: Task = { ...task, liftSats, fixed: { inputs: inputs.length, sumSats: sumOf(inputs) } }
  const goesWithout = !allowsChange(more, 0, 0) && needsNoChange(more, 0, 0)
  const isEnough = goesWithout || allowsChange(more, 0, 0)
  const added = isEnough ? { coins: [], withChange: !goesWithout } : selectCoins(spare, more)
  if (!added) throw insufficient(more, spare)
  const whole = { ...task, liftSats }
  return composePlan({ lockTime, signalsReplacement: true }, whole, [...inputs, ...added.coins], paid, added.withChange)
}

function paysForItself({ original, incrementalRate }: Rateless, { feeSats, vsize }: TransactionPlan): boolean {
  const higherRate = allOf(original).every(one => feeSats * one.vsize > one.feeSats * vsize)
  return higherRate && feeSats >= leastFeeSats(original, incrementalRate, vsize)
}

/** BIP 125, rules 3 and 4: more than the replaced fees, plus the cost of relaying. */
function leastFeeSats(original: Original, incrementalRate: number, vsize: number): number {
  const laterSats = (original.later ?? []).reduce((sum, { feeSats }) => sum + feeSats, 0)
  const goesSats = original.feeSats + Math.max(original.descendantFeeSats, laterSats)
  return goesSats + feeSatsOf(vsize, incrementalRate)
}

/** All our replaced payments: nodes require a higher rate than each of them. */
function allOf(original: Original): readonly Pick<Later, 'feeSats' | 'vsize'>[] {
  return [original, ...(original.later ?? [])]
}

function insufficient(task: Task, spare: readonly Coin[]): RefusedError {
  const coins = worthSpending(spare, task)
  const missing = -leftOver(task, coins.length, sumOf(coins), task.paidScripts.length === 0)
  return refused(refusals.replacementTooDear, { rate: task.rate, missing_sats: Math.max(missing, 1) })
}
