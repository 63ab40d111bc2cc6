/** The charts of the dashboard cover the last six months (DASH-03). */
export const shownMonths = 6

/** Four of them stand on one screen, so they are lower than a chart is by itself. */
export const cardHeightPx = 200
