import { bisector } from 'd3-array'
import { formatNumber } from './format.ts'

export const satsPerBitcoin = 100_000_000

export interface Rate {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly usd: number
}

/** Rates by time, from the API's rows; invalid rows are dropped. */
export function readRates(rows: readonly { readonly Rate: string; readonly TimestampHornets: string }[]): Rate[] {
  return rows
    .map(row => ({ at: Date.parse(row.TimestampHornets), usd: Number(row.Rate) }))
    .filter(({ at, usd }) => Number.isFinite(at) && Number.isFinite(usd) && usd > 0)
    .sort((one, other) => one.at - other.at)
}

const byTime = bisector<Rate, number>(({ at }) => at)

/** The rate nearest to a time (WALLET-12); null if none is known: prices are never made up. */
export function rateNearest(rates: readonly Rate[], at: number): number | null {
  return rates[byTime.center(rates, at)]?.usd ?? null
}

/** Value of satoshis at a rate; null without a rate. */
export function usdOf(sats: number, rate: number | null): number | null {
  return rate === null ? null : (sats / satsPerBitcoin) * rate
}

/** Dollars and cents; positive amounts below half a cent are shown as less than one, never as nothing. */
export function formatUsd(usd: number, locale?: string): string {
  const format = (value: number) => formatNumber(value, { style: 'currency', currency: 'USD' }, locale)
  return usd > 0 && usd < 0.005 ? `< ${format(0.01)}` : format(usd)
}
