import { formatNumber } from './format.ts'

const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

/** Satoshis in brief: `2.5M`, `1.5K`, `500` (WALLET-04). What would round to 1000.0K becomes 1.0M. */
export function formatSats(sats: number, locale?: string): string {
  const size = Math.abs(sats)
  if (size >= 999_950) return `${formatNumber(sats / 1_000_000, oneDecimal, locale)}M`
  if (size >= 1000) return `${formatNumber(sats / 1000, oneDecimal, locale)}K`
  return formatNumber(sats, Number.isInteger(sats) ? {} : twoDecimals, locale)
}

/** Every satoshi, with unit. Payments are never shown rounded. */
export const formatExactSats = (sats: number, locale?: string) => `${formatNumber(sats, {}, locale)} sats`

/** The same with a sign, for history lines. */
export const formatSignedSats = (sats: number, locale?: string) =>
  `${formatNumber(sats, { signDisplay: 'exceptZero' }, locale)} sats`
