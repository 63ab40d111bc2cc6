import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import { refusals } from '@hornets/contract/wallet/refusals'
import { assertFits } from './chain-limits.ts'
import type { Coin, SpendKind, TransactionPlan } from './coin.ts'
import { dustLimitSats } from './dust.ts'
import { leftBehind, packageRate, sumOfAll, type Unconfirmed } from './left-behind.ts'
import { findLowestRate } from './lowest-rate.ts'
import { refused } from './refused-error.ts'
import { largestFirst, sumOf } from './select-coins.ts'
import { transactionVsize } from './tx-size.ts'

export interface Child {
  /** Our unspent outputs of the transaction that is too slow. */
  readonly parentCoins: readonly Coin[]
  /** That transaction and every unconfirmed one that it needs, be it by another. */
  readonly family: readonly Unconfirmed[]
  readonly spareCoins: readonly Coin[]
  readonly kind: SpendKind
  /** Satoshis per virtual byte that the child and those that it lifts shall pay together. */
  readonly rate: number
  /** Nodes pass on nothing below it, in sat/vB: the child has to pay it for itself. */
  readonly minimumRate: number
  /** Of ours. */
  readonly script: string
  readonly lockTime: number
}

/**
 * Child pays for parent: spends what the parent pays us, back to ourselves, for a fee that lifts both to the rate, with
 * all that the parent needs and miners would not take for that rate anyway.
 * Throws RefusedError: 'fee_too_low' where that lifts nothing or nodes would not take the child, 'insufficient_funds',
 * 'coin_not_spendable' where the chain of unconfirmed transactions is too long already.
 */
export function planChild(child: Child): TransactionPlan {
  const { family, minimumRate, rate } = child
  assertFits(
    family,
    transactionVsize({ inputs: child.parentCoins.length, kind: child.kind, outputScripts: [child.script] }),
  )
  const spare = [...child.spareCoins].sort(largestFirst)
  const now = sumOfAll(packageRate(family, 0, 0).behind)
  const planAt = (one: number) => compose(child, one, spare)
  // It pays a higher rate than what it is built on pays now, and enough for itself.
  const isTaken = ({ feeSats, vsize }: TransactionPlan) =>
    feeSats * now.vsize > now.feeSats * vsize && feeSats >= feeSatsOf(vsize, minimumRate)
  const rateFor = (vsize: number) => {
    const byOwn = packageRate(family, vsize, feeSatsOf(vsize, minimumRate)).rate
    return Math.max(Math.round(byOwn * 1000), Math.floor((now.feeSats / now.vsize) * 1000) + 1) / 1000
  }
  const plan = planAt(rate)
  const from = isTaken(plan) ? rate : rateFor(plan.vsize)
  const { plan: _, ...lowest } = findLowestRate({ from, planAt, isTaken, rateFor })
  if (isTaken(plan)) return { ...plan, lowest }
  const paid_rate = Math.floor((now.feeSats / now.vsize) * 1000) / 1000
  const figures = { rate, paid_rate, lowest_rate: lowest.rate, lowest_fee_sats: lowest.feeSats }
  throw refused(refusals.childTooCheap, figures)
}

/** The child at a rate, whether nodes take it or not. */
function compose(child: Child, rate: number, spare: readonly Coin[]): TransactionPlan {
  const { parentCoins, family, kind, script, lockTime } = child
  const lifted = sumOfAll(leftBehind(family, rate))
  const coins = [...parentCoins]
  for (;;) {
    const vsize = transactionVsize({ inputs: coins.length, kind, outputScripts: [script] })
    const feeSats = Math.max(0, feeSatsOf(lifted.vsize + vsize, rate) - lifted.feeSats)
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
