import { bisector } from 'd3-array'
import { formatNumber } from '../../../ui/text/format.ts'

const satsPerBitcoin = 100_000_000

/** What one bitcoin cost at a time. */
export interface Rate {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly usd: number
}

/** Rates in order of time, from rows as they come over the wire; rows that make no sense are left out. */
export function readRates(rows: readonly { readonly Rate: string; readonly TimestampHornets: string }[]): Rate[] {
  return rows
    .map(row => ({ at: Date.parse(row.TimestampHornets), usd: Number(row.Rate) }))
    .filter(({ at, usd }) => Number.isFinite(at) && Number.isFinite(usd) && usd > 0)
    .sort((one, other) => one.at - other.at)
}

const byTime = bisector<Rate, number>(({ at }) => at)

/** The rate nearest to a time (WALLET-12); null when none is known: an unknown price is never made up. */
export function rateNearest(rates: readonly Rate[], at: number): number | null {
  return rates[byTime.center(rates, at)]?.usd ?? null
}

/** What satoshis are worth at a rate; null when the rate is not known. */
export function usdOf(sats: number, rate: number | null): number | null {
  return rate === null ? null : (sats / satsPerBitcoin) * rate
}

/** Dollars and cents; what is there but less than half a cent is told as less than one, never as nothing. */
export function formatUsd(usd: number, locale?: string): string {
  const format = (value: number) => formatNumber(value, { style: 'currency', currency: 'USD' }, locale)
  return usd > 0 && usd < 0.005 ? `< ${format(0.01)}` : format(usd)
}
