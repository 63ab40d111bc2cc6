import { chartHeightPx } from '../../ui/chart/chart-height.ts'
import { useIsTall } from '../../ui/page/use-media.ts'
import { formatNumber } from '../../ui/text/format.ts'

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }

/** MB with two decimals, without the unit; smaller amounts are shown as less than the minimum. */
export const formatSize = (megabytes: number): string =>
  megabytes > 0 && megabytes < 0.005 ? `< ${formatNumber(0.01, twoDecimals)}` : formatNumber(megabytes, twoDecimals)

/** As many as the relay reports. */
export const shownMonths = 12

const lowPx = 260

/** Height of this page's charts, in pixels. */
export const useHeight = (): number => (useIsTall() ? chartHeightPx : lowPx)

/** Height of a legend, where the neighbouring card has none. */
export const legendPx = 28
