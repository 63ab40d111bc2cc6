import type { Rate } from '../money/usd.ts'

/** How much the last rate lies above the first, as a share with its sign; null when that cannot be told. */
export function priceChange(rates: readonly Rate[]): number | null {
  const [first, last] = [rates.at(0)?.usd, rates.at(-1)?.usd]
  if (rates.length < 2 || !first || last === undefined) return null
  return (last - first) / first
}

/** Up, down or neither, by what is shown: two decimals of a percent. */
export function directionOf(change: number): 'up' | 'down' | 'flat' {
  const hundredths = Math.round(change * 10_000)
  return hundredths > 0 ? 'up' : hundredths < 0 ? 'down' : 'flat'
}
