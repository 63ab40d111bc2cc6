import { formatNumber } from '../../text/format.ts'

/** A value with decimals and unit, e.g. `1.250 GB`. */
export const formatAmount = (value: number, unit: string, decimals: number, locale?: string) =>
  `${formatNumber(value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }, locale)} ${unit}`

const percent = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const

/** A share (0 to 1) with one decimal; smaller ones are shown as below the minimum, never as nothing. */
export const formatShare = (share: number, locale?: string) =>
  share > 0 && share < 0.0005 ? `< ${formatNumber(0.001, percent, locale)}` : formatNumber(share, percent, locale)
