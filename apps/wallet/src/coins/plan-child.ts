import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import { refusals } from '@hornets/contract/wallet/refusals'
import type { Coin, SpendKind, TransactionPlan } from './coin.ts'
import { dustLimitSats } from './dust.ts'
import { findLowestRate } from './lowest-rate.ts'
import { refused } from './refused-error.ts'
import { largestFirst, sumOf } from './select-coins.ts'
import { transactionVsize } from './tx-size.ts'

export interface Child {
  /** Our unspent outputs of the transaction that is too slow. */
  readonly parentCoins: readonly Coin[]
  /** Of that transaction and of every unconfirmed one that it spends. */
  readonly packageVsize: number
  readonly packageFeeSats: number
  readonly spareCoins: readonly Coin[]
  readonly kind: SpendKind
  /** Satoshis per virtual byte that both together shall pay. */
  readonly rate: number
  /** Nodes pass on nothing below it, in sat/vB: the child has to pay it for itself. */
  readonly minimumRate: number
  /** Of ours. */
  readonly script: string
  readonly lockTime: number
}

/**
 * Child pays for parent: spends what the parent pays us, back to ourselves, for a fee that lifts both to the rate.
 * Throws RefusedError: 'fee_too_low' where that lifts nothing or nodes would not take the child, 'insufficient_funds'.
 */
export function planChild(child: Child): TransactionPlan {
  const { packageVsize, packageFeeSats, rate } = child
  const spare = [...child.spareCoins].sort(largestFirst)
  const planAt = (one: number) => compose(child, one, spare)
  const isTaken = (one: TransactionPlan) => lifts(child, one)
  const rateFor = (vsize: number) => lowestRate(child, vsize)
  const plan = planAt(rate)
  const from = isTaken(plan) ? rate : rateFor(plan.vsize)
  const { plan: _, ...lowest } = findLowestRate({ from, planAt, isTaken, rateFor })
  if (isTaken(plan)) return { ...plan, lowest }
  const paid_rate = Math.floor((packageFeeSats / packageVsize) * 1000) / 1000
  const figures = { rate, paid_rate, lowest_rate: lowest.rate, lowest_fee_sats: lowest.feeSats }
  throw refused(refusals.childTooCheap, figures)
}

/** It pays a higher rate than what it is built on, and enough for itself. */
function lifts({ packageVsize, packageFeeSats, minimumRate }: Child, { feeSats, vsize }: TransactionPlan): boolean {
  return feeSats * packageVsize > packageFeeSats * vsize && feeSats >= feeSatsOf(vsize, minimumRate)
}

/** The lowest rate of both at which a child of this size lifts anything and is passed on, in thousandths. */
function lowestRate({ packageVsize, packageFeeSats, minimumRate }: Child, vsize: number): number {
  const byOwn = (packageFeeSats + feeSatsOf(vsize, minimumRate)) / (packageVsize + vsize)
  const byPackage = packageFeeSats / packageVsize
  return Math.max(Math.ceil(byOwn * 1000), Math.floor(byPackage * 1000) + 1) / 1000
}

/** The child at a rate, whether nodes take it or not. */
function compose(child: Child, rate: number, spare: readonly Coin[]): TransactionPlan {
  const { parentCoins, packageVsize, packageFeeSats, kind, script, lockTime } = child
  const coins = [...parentCoins]
  for (;;) {
    const vsize = transactionVsize({ inputs: coins.length, kind, outputScripts: [script] })
    const feeSats = Math.max(0, feeSatsOf(packageVsize + vsize, rate) - packageFeeSats)
    const available_sats = sumOf(coins)
    const valueSats = available_sats - feeSats
    if (valueSats >= dustLimitSats(script)) {
      const outputs = [{ script, valueSats, change: true }]
      return { inputs: coins, outputs, feeSats, vsize, lockTime, signalsReplacement: true }
    }
    const next = spare[coins.length - parentCoins.length]
    if (!next) throw refused(refusals.childTooDear, { rate, fee_sats: feeSats, available_sats })
    coins.push(next)
  }
}
