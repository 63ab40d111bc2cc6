import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import { assertFits } from '../chain-limits.ts'
import type { Coin, SpendKind, TransactionPlan } from '../coin.ts'
import { dustLimitSats } from '../dust.ts'
import { leftBehind, packageRate, sumOfAll, type Unconfirmed } from '../left-behind.ts'
import { refused } from '../refused-error.ts'
import { largestFirst, sumOf } from '../selection/select-coins.ts'
import { transactionVsize } from '../tx-size.ts'
import { findLowestRate } from './lowest-rate.ts'

export interface Child {
  /** Our unspent outputs of the slow transaction. */
  readonly parentCoins: readonly Coin[]
  readonly family: readonly Unconfirmed[]
  readonly spareCoins: readonly Coin[]
  readonly kind: SpendKind
  /** Satoshis per virtual byte that the child and those it lifts should pay together. */
  readonly rate: number
  /** Minimum relay rate in sat/vB, which the child must pay for itself. */
  readonly minimumRate: number
  readonly script: string
  readonly lockTime: number
}

/** Throws RefusedError: 'fee_too_low', 'insufficient_funds', 'coin_not_spendable' (chain too long). */
export function planChild(child: Child): TransactionPlan {
  const { family, minimumRate, rate } = child
  assertFits(
    family,
    transactionVsize({ inputs: child.parentCoins.length, kind: child.kind, outputScripts: [child.script] }),
  )
  const spare = [...child.spareCoins].sort(largestFirst)
  const now = sumOfAll(packageRate(family, 0, 0).behind)
  const planAt = (one: number) => compose(child, one, spare)
  const isTaken = ({ feeSats, vsize }: TransactionPlan) =>
    feeSats * now.vsize > now.feeSats * vsize && feeSats >= feeSatsOf(vsize, minimumRate)
  const rateFor = (vsize: number) => {
    const byOwn = packageRate(family, vsize, feeSatsOf(vsize, minimumRate)).rate
    return Math.max(Math.round(byOwn * 1000), Math.floor((now.feeSats / now.vsize) * 1000) + 1) / 1000
  }
  const plan = planAt(rate)
  const { plan: _, ...lowest } = findLowestRate({ from: rate, planAt, isTaken, rateFor })
  if (isTaken(plan)) return { ...plan, lowest }
  const paid_rate = Math.floor((now.feeSats / now.vsize) * 1000) / 1000
  const figures = { rate, paid_rate, lowest_rate: lowest.rate, lowest_fee_sats: lowest.feeSats }
  throw refused(refusals.childTooCheap, figures)
}

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
