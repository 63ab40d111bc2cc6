import { formatBytes } from '../../text/format.ts'
import { formatAmount } from './formats.ts'

const units = ['KB', 'MB', 'GB'] as const
const step = 1024

/** A unit of bytes, and how many of it make one of that which the values come in. */
export interface ByteUnit {
  readonly unit: (typeof units)[number]
  readonly factor: number
}

/**
 * The unit that an axis can be read in: the one that the values come in, and where all of them are below a hundredth of
 * it the next smaller. A relay of last week has MB, and an axis of millionths of a GB tells nobody anything.
 * @param largest Largest value, in `unit`.
 */
export function byteUnit(largest: number, unit: ByteUnit['unit']): ByteUnit {
  let at = units.indexOf(unit)
  let factor = 1
  while (at > 0 && largest > 0 && largest * factor < 0.01) {
    at -= 1
    factor *= step
  }
  return { unit: units[at] ?? unit, factor }
}

/**
 * A value on such an axis, with so many decimals and its unit, and where that says next to nothing what it is in the unit
 * that fits: `0.003 GB (3.07 MB)`.
 */
export function formatInUnit(value: number, unit: ByteUnit['unit'], decimals: number, locale?: string): string {
  const exact = formatAmount(value, unit, decimals, locale)
  const bytes = value * step ** (units.indexOf(unit) + 1)
  return value > 0 && value < 0.1 ? `${exact} (${formatBytes(bytes, locale)})` : exact
}
