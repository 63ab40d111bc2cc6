/** Default chart height (CONST-03). */
export const chartHeightPx = 400
