/** Charts come in together, this long after their page began to open (DASH-10, CONST-03). */
const chartDelayMs = 500

/** How much longer a chart waits, in milliseconds: not at all on a page that took longer to open. */
export const chartWaitMs = (sinceOpeningMs: number): number => Math.max(0, chartDelayMs - sinceOpeningMs)
