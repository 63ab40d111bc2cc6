import { formatAmount } from '../../ui/chart/formats.ts'
import { formatBytes } from '../../ui/format.ts'

/** The charts of the dashboard cover the last six months (DASH-03). */
export const shownMonths = 6

/** Four of them stand on one screen, so they are lower than a chart is by itself. */
export const cardHeightPx = 216

const bytesPerGigabyte = 2 ** 30

/** GB with three decimals (DASH-05), and what that is in the unit that fits, so that the small is not told as nothing. */
export function formatGigabytes(gigabytes: number): string {
  const exact = formatAmount(gigabytes, 'GB', 3)
  return gigabytes > 0 && gigabytes < 1 ? `${exact} (${formatBytes(gigabytes * bytesPerGigabyte)})` : exact
}
