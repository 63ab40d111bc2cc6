import type { Rate } from '../../../ui/text/usd.ts'

const dayMs = 24 * 60 * 60_000
/** Rates are hourly, and the oldest is slightly younger than 30 days. */
const wholeMs = 29 * dayMs

/** The signed relative change from the first to the last rate; null if unknown. */
export function priceChange(rates: readonly Rate[]): number | null {
  const [first, last] = [rates.at(0)?.usd, rates.at(-1)?.usd]
  if (rates.length < 2 || !first || last === undefined) return null
  return (last - first) / first
}

/** Start of the known rates (ms since 1970) if less than 30 days before the newest. */
export function knownSince(rates: readonly Rate[]): number | undefined {
  const [first, last] = [rates.at(0)?.at, rates.at(-1)?.at]
  if (first === undefined || last === undefined || last - first >= wholeMs) return undefined
  return first
}

/** Up, down or flat as displayed: two decimals of a percent. */
export function directionOf(change: number): 'up' | 'down' | 'flat' {
  const hundredths = Math.round(change * 10_000)
  return hundredths > 0 ? 'up' : hundredths < 0 ? 'down' : 'flat'
}
