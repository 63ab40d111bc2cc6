import { formatAmount } from '../../ui/chart/formats.ts'
import { formatBytes, formatNumber } from '../../ui/format.ts'

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }

/** MB with two decimals, without the unit; what is there but too small for it is told as less than that. */
export const formatSize = (megabytes: number): string =>
  megabytes > 0 && megabytes < 0.005 ? `< ${formatNumber(0.01, twoDecimals)}` : formatNumber(megabytes, twoDecimals)

const bytesPerMegabyte = 2 ** 20

/** MB with two decimals, and below one MB what that is in the unit that fits. */
export function formatMegabytes(megabytes: number): string {
  const exact = formatAmount(megabytes, 'MB', 2)
  return megabytes > 0 && megabytes < 1 ? `${exact} (${formatBytes(megabytes * bytesPerMegabyte)})` : exact
}
