import type { Rate } from '../money/usd.ts'

const dayMs = 24 * 60 * 60_000
/** Rates come by the hour and the oldest is a little younger than 30 days. */
const wholeMs = 29 * dayMs

/** How much the last rate lies above the first, as a share with its sign; null when that cannot be told. */
export function priceChange(rates: readonly Rate[]): number | null {
  const [first, last] = [rates.at(0)?.usd, rates.at(-1)?.usd]
  if (rates.length < 2 || !first || last === undefined) return null
  return (last - first) / first
}

/** Since when rates are known (ms since 1970), where that is less than 30 days before the newest of them. */
export function knownSince(rates: readonly Rate[]): number | undefined {
  const [first, last] = [rates.at(0)?.at, rates.at(-1)?.at]
  if (first === undefined || last === undefined || last - first >= wholeMs) return undefined
  return first
}

/** Up, down or neither, by what is shown: two decimals of a percent. */
export function directionOf(change: number): 'up' | 'down' | 'flat' {
  const hundredths = Math.round(change * 10_000)
  return hundredths > 0 ? 'up' : hundredths < 0 ? 'down' : 'flat'
}
