import { formatBytes } from '../../text/format.ts'
import { formatAmount } from './formats.ts'

const units = ['KB', 'MB', 'GB'] as const
const step = 1024

/** A unit of bytes, and its number per unit of the values. */
export interface ByteUnit {
  readonly unit: (typeof units)[number]
  readonly factor: number
}

/** The values' own, or the next smaller if all are below a hundredth: a week-old relay has MB, not millionths of GB. */
export function byteUnit(largest: number, unit: ByteUnit['unit']): ByteUnit {
  let at = units.indexOf(unit)
  let factor = 1
  while (at > 0 && largest > 0 && largest * factor < 0.01) {
    at -= 1
    factor *= step
  }
  return { unit: units[at] ?? unit, factor }
}

/** With decimals and unit; tiny values also in a fitting unit: `0.003 GB (3.07 MB)`. */
export function formatInUnit(value: number, unit: ByteUnit['unit'], decimals: number, locale?: string): string {
  const exact = formatAmount(value, unit, decimals, locale)
  const bytes = value * step ** (units.indexOf(unit) + 1)
  return value > 0 && value < 0.1 ? `${exact} (${formatBytes(bytes, locale)})` : exact
}
