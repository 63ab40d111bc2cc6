export const chartHeightPx = 400
