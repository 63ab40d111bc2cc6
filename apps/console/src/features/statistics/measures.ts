import { formatAmount } from '../../ui/chart/formats.ts'
import { formatBytes } from '../../ui/format.ts'

const bytesPerMegabyte = 2 ** 20

/** MB with two decimals, and below one MB what that is in the unit that fits. */
export function formatMegabytes(megabytes: number): string {
  const exact = formatAmount(megabytes, 'MB', 2)
  return megabytes > 0 && megabytes < 1 ? `${exact} (${formatBytes(megabytes * bytesPerMegabyte)})` : exact
}
