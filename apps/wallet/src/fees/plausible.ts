/** Satoshis per virtual byte, cheapest first. */
export interface Tiers {
  readonly low: number
  readonly med: number
  readonly high: number
}

/** Others' rates are trusted up to this multiple of earlier ones. */
const growthMax = 10
/** In a quiet mempool tenfold is little: nothing is refused up to ten times this. */
const quietRate = 5

/** Increasing by tier, below the wallet's ceiling, and within ten times the earlier rates. */
export function isPlausible({ low, med, high }: Tiers, before: Tiers | undefined, highestRate: number): boolean {
  const isOrdered = low <= med && med <= high
  const limit = before === undefined ? highestRate : growthMax * Math.max(before.high, quietRate)
  return isOrdered && high <= Math.min(limit, highestRate)
}
