import type { LowestRate, TransactionPlan } from './coin.ts'

interface Search {
  /** Where to begin: satoshis per virtual byte. */
  readonly from: number
  /** The transaction at a rate, whether nodes take it or not. */
  readonly planAt: (rate: number) => TransactionPlan
  readonly isTaken: (plan: TransactionPlan) => boolean
  /** The rate that a transaction of this size needs, in thousandths. */
  readonly rateFor: (vsize: number) => number
}

/** Size and rate settle after two looks as a rule. */
const looksMax = 16

/**
 * The least rate that nodes take, and the fee that it makes. Rate and size hang on each other: a higher rate may take
 * further coins, and a larger transaction needs a lower rate. Throws what `planAt` throws.
 */
export function findLowestRate({ from, planAt, isTaken, rateFor }: Search): LowestRate & { plan: TransactionPlan } {
  let rate = from
  let best: (LowestRate & { plan: TransactionPlan }) | undefined
  for (let look = 0; look < looksMax; look += 1) {
    const plan = planAt(rate)
    const needed = rateFor(plan.vsize)
    if (isTaken(plan)) {
      best = { rate, feeSats: plan.feeSats, plan }
      if (needed >= rate) return best
      rate = needed
    } else {
      // With fewer coins than at the rate before it is smaller and needs more: the least one lies between the two.
      const next = Math.max(needed, Math.round(rate * 1000 + 1) / 1000)
      if (best && next >= best.rate) return best
      rate = next
    }
  }
  if (best) return best
  throw new Error(`expected a rate that nodes take, got none up to ${rate} sat/vB`)
}
