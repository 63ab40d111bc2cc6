const format = (locale: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)

/** A whole number by the locale. */
export const formatCount = (value: number, locale: string) => format(locale, { maximumFractionDigits: 0 }).format(value)

/** A count short enough for the middle of a ring: 139K. */
export const formatShort = (value: number, locale: string) =>
  format(locale, { notation: 'compact', maximumSignificantDigits: 3 }).format(value)

/** A value with so many decimals and a unit, e.g. `1.250 GB`. */
export const formatAmount = (value: number, unit: string, decimals: number, locale: string) =>
  `${format(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value)} ${unit}`

/** A share (0 to 1) with one decimal; what is there but too small for it is told as less than that, never as nothing. */
export function formatShare(share: number, locale: string): string {
  const percent = format(locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return share > 0 && share < 0.0005 ? `< ${percent.format(0.001)}` : percent.format(share)
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Bytes in the 1024-based unit that fits. */
export function formatBytes(bytes: number, locale: string): string {
  const power = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log2(bytes) / 10))
  return format(locale, {
    style: 'unit',
    unit: byteUnits[power],
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1024 ** power)
}

const monthFormat = (locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })

/** A month (`YYYY-MM`) in full, and as short as an axis needs it. */
export const formatMonth = (month: string, locale: string) =>
  monthFormat(locale, { month: 'long', year: 'numeric' }).format(new Date(`${month}-01T00:00:00Z`))
export const formatMonthShort = (month: string, locale: string) =>
  monthFormat(locale, { month: 'short' }).format(new Date(`${month}-01T00:00:00Z`))
