import { median } from 'd3-array'
import type { Rate } from '../../../ui/text/usd.ts'

const hourMs = 60 * 60_000
/** A gap of more than 30 days in hours comes from a wrong clock. */
const longestGap = 30 * 24

export interface PricePlace {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly usd: number | null
}

/** A place for each missing one: distances are to scale, the line breaks at gaps. Interval by the rates. */
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
