import { median } from 'd3-array'
import type { Rate } from '../money/usd.ts'

const hourMs = 60 * 60_000
/** More than 30 days of hours in one gap come from a clock that is wrong. */
const longestGap = 30 * 24

/** A place on the time axis; null where no rate is known. */
export interface PricePlace {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly usd: number | null
}

/**
 * The rates with a place for each that is missing, so that equal distances are equal times and the line breaks where nobody
 * asked. How often they come is told by the rates: here each hour, elsewhere it may be each day.
 */
export function priceHours(rates: readonly Rate[]): PricePlace[] {
  const stepMs = Math.max(hourMs, median(rates.slice(1), ({ at }, index) => at - (rates[index]?.at ?? at)) ?? hourMs)
  return rates.flatMap((rate, index): PricePlace[] => {
    const gapMs = rate.at - (rates[index - 1]?.at ?? rate.at)
    const missing = Math.min(longestGap, Math.max(0, Math.round(gapMs / stepMs) - 1))
    const places = Array.from({ length: missing }, (_, place) => ({
      at: rate.at - (gapMs * (missing - place)) / (missing + 1),
      usd: null,
    }))
    return [...places, rate]
  })
}
