/** Satoshis per virtual byte, cheapest first. */
export interface Tiers {
  readonly low: number
  readonly med: number
  readonly high: number
}

/** Rates of others are believed up to so many times what was believed before. */
const growthMax = 10
/** In a quiet mempool tenfold is little: up to ten times this nothing is refused. */
const quietRate = 5

/**
 * Can these rates of an outside service be believed? They rise from tier to tier, stay below the wallet's own ceiling, and
 * within ten times what was believed before.
 */
export function isPlausible({ low, med, high }: Tiers, before: Tiers | undefined, highestRate: number): boolean {
  const isOrdered = low <= med && med <= high
  const limit = before === undefined ? highestRate : growthMax * Math.max(before.high, quietRate)
  return isOrdered && high <= Math.min(limit, highestRate)
}
