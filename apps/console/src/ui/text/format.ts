import { shownLanguage } from '../../i18n/texts.ts'

/** Numbers, sizes and dates in the interface's language. Every function accepts a locale for tests. */
const locale = shownLanguage

const made = new Map<string, unknown>()
function cached<T>(key: string, make: () => T): T {
  if (!made.has(key)) made.set(key, make())
  return made.get(key) as T
}

const numberFormat = (options: Intl.NumberFormatOptions, lng: string) =>
  cached(`n${lng}${JSON.stringify(options)}`, () => new Intl.NumberFormat(lng, options))

const dateFormat = (options: Intl.DateTimeFormatOptions, lng: string) =>
  cached(`d${lng}${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(lng, options))

export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}, lng = locale()): string {
  return numberFormat(options, lng).format(value)
}

/** The CSV separator for spreadsheets in the user's language: the semicolon if the decimal mark is a comma. */
export function separatorOfCells(lng = locale()): 'comma' | 'semicolon' {
  return formatNumber(0.5, {}, lng).includes(',') ? 'semicolon' : 'comma'
}

/** 139k, 2.1M: for the middle of a chart, never for exact figures. */
export function formatCompact(value: number, lng = locale()): string {
  return numberFormat({ notation: 'compact', maximumFractionDigits: 1 }, lng).format(value)
}

export function formatPercent(share: number, lng = locale()): string {
  return numberFormat({ style: 'percent', maximumFractionDigits: 1 }, lng).format(share)
}

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** Bytes in the largest fitting unit, 1024-based like the API. */
export function formatBytes(bytes: number, lng = locale()): string {
  const step = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  return `${numberFormat({ maximumFractionDigits: value < 10 && step > 0 ? 2 : value < 100 && step > 0 ? 1 : 0 }, lng).format(value)} ${byteUnits[step]}`
}

export function formatDateTime(date: Date | string | number, lng = locale()): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }, lng).format(new Date(date))
}

/** `2026-11-21` in the user's time zone, as date inputs require. */
export function calendarDay(date: Date | string): string {
  // Swedish dates follow ISO 8601.
  return dateFormat({ dateStyle: 'short' }, 'sv').format(new Date(date))
}

/** `09:05` or `9:05 AM`, in the user's time zone. */
export function formatTime(date: Date | string, lng = locale()): string {
  return dateFormat({ timeStyle: 'short' }, lng).format(new Date(date))
}

/** `Sunday, 22 November 2026`, in the user's time zone. */
export function formatFullDate(date: Date | string, lng = locale()): string {
  return dateFormat({ dateStyle: 'full' }, lng).format(new Date(date))
}

/** As machines read it (`<time dateTime>`). */
export const machineTime = (date: Date): string => date.toISOString()

/** A time today, otherwise with its date. */
export function formatMoment(date: Date | string, lng = locale()): string {
  return calendarDay(date) === calendarDay(new Date()) ? formatTime(date, lng) : formatDateTime(date, lng)
}

/** `09:05` or `09:05 AM`: the same width at every hour. */
export function formatClock(date: Date, lng = locale()): string {
  return dateFormat({ hour: '2-digit', minute: '2-digit' }, lng).format(date)
}

/** `20 Nov`, in the user's time zone. */
export function formatDay(date: Date | string, lng = locale()): string {
  return dateFormat({ day: 'numeric', month: 'short' }, lng).format(new Date(date))
}

/** `Jan 2, 2026`, in the user's time zone. */
export function formatLongDay(date: Date | string, lng = locale()): string {
  return dateFormat({ dateStyle: 'medium' }, lng).format(new Date(date))
}

/** A UTC day, '2 Jan 2026', or '2 Jan' without the year. */
export function formatUtcDay(date: Date | number, { year = true } = {}, lng = locale()): string {
  const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone: 'UTC' }
  return dateFormat({ ...options, ...(year && { year: 'numeric' }) }, lng).format(new Date(date))
}

/** `2026-11` as 'Nov' or 'November 2026'. */
export function formatMonth(month: string, style: 'short' | 'long' = 'short', lng = locale()): string {
  const options: Intl.DateTimeFormatOptions =
    style === 'short' ? { month: 'short', timeZone: 'UTC' } : { month: 'long', year: 'numeric', timeZone: 'UTC' }
  return dateFormat(options, lng).format(new Date(`${month}-01T00:00:00Z`))
}

const spans = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** '6 minutes ago', from the difference in seconds (negative = past). */
export function formatRelative(seconds: number, lng = locale()): string {
  const [unit, size] = spans.find(([, size]) => Math.abs(seconds) >= size) ?? spans[5]
  const format = cached(`r${lng}`, () => new Intl.RelativeTimeFormat(lng, { numeric: 'auto' }))
  return format.format(Math.trunc(seconds / size), unit)
}

/** '12 d 4 h': the two largest units of a duration; '< 1 min' below one minute. */
export function formatDuration(seconds: number, lng = locale()): string {
  const units = (['day', 'hour', 'minute'] as const).map(unit => ({
    unit,
    size: { day: 86_400, hour: 3600, minute: 60 }[unit],
  }))
  if (seconds < 60) return `< ${numberFormat({ style: 'unit', unit: 'minute', unitDisplay: 'short' }, lng).format(1)}`
  let rest = seconds
  const parts = units.map(({ unit, size }) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return { unit, count }
  })
  const first = parts.findIndex(part => part.count > 0)
  return parts
    .slice(first, first + 2)
    .filter((part, index) => index === 0 || part.count > 0)
    .map(({ unit, count }) => numberFormat({ style: 'unit', unit, unitDisplay: 'short' }, lng).format(count))
    .join(' ')
}

/** This device's time zone, by its IANA name: `Europe/Berlin`. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat(locale()).resolvedOptions().timeZone
