import { useIsTall } from '../../ui/page/use-media.ts'
import { formatNumber } from '../../ui/text/format.ts'

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }

/** MB with two decimals, without the unit; what is there but too small for it is told as less than that. */
export const formatSize = (megabytes: number): string =>
  megabytes > 0 && megabytes < 0.005 ? `< ${formatNumber(0.01, twoDecimals)}` : formatNumber(megabytes, twoDecimals)

/** As many as the relay tells of. */
export const shownMonths = 12

const lowPx = 260
/** What a chart is high where nothing else is asked (CONST-03). */
const highPx = 400

/** Height of a chart of this page, in pixels. */
export const useHeight = (): number => (useIsTall() ? highPx : lowPx)

/** What a legend under a chart takes, where the card beside it has none. */
export const legendPx = 28
