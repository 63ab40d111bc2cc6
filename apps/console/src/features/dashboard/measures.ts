import { useSyncExternalStore } from 'react'

/** The charts of the dashboard cover the last six months (DASH-03). */
export const shownMonths = 6

const lowestPx = 200
const highestPx = 640
const desktopPx = 1280
/** What stands above, between and under two rows of charts on a desktop, with the mark of the demo. */
const aroundPx = 530

function cardHeight(): number {
  if (innerWidth < desktopPx) return lowestPx
  return Math.min(highestPx, Math.max(lowestPx, Math.floor((innerHeight - aroundPx) / 2)))
}

function watchWindow(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** Height of a chart, in pixels: on a desktop so high that all four are seen at one glance, elsewhere as low as can be read. */
export const useCardHeight = (): number => useSyncExternalStore(watchWindow, cardHeight)
