import type { LowestRate, TransactionPlan } from '../coin.ts'

interface Search {
  /** Starting point: satoshis per virtual byte. */
  readonly from: number
  readonly planAt: (rate: number) => TransactionPlan
  readonly isTaken: (plan: TransactionPlan) => boolean
  /** The rate required for a transaction of this size, in thousandths. */
  readonly rateFor: (vsize: number) => number
}

/** Size and rate usually settle after two rounds. */
const looksMax = 16

/** Rate and size depend on each other: a higher rate can need more coins. Throws what `planAt` throws. */
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
      // With fewer coins than before it is smaller and needs a higher rate: the lowest lies in between.
      const next = Math.max(needed, Math.round(rate * 1000 + 1) / 1000)
      if (best && next >= best.rate) return best
      rate = next
    }
  }
  if (best) return best
  throw new Error(`expected a rate that nodes take, got none up to ${rate} sat/vB`)
}
