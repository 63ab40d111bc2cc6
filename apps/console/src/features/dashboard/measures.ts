import { useSyncExternalStore } from 'react'

/** The dashboard's charts cover the last six months (DASH-03). */
export const shownMonths = 6

const lowestPx = 200
const highestPx = 640
const desktopPx = 1280
/** Space above, between and below two rows of charts on a desktop, including the demo's banner. */
const aroundPx = 598

function cardHeight(): number {
  if (innerWidth < desktopPx) return lowestPx
  return Math.min(highestPx, Math.max(lowestPx, Math.floor((innerHeight - aroundPx) / 2)))
}

function watchWindow(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** Chart height in pixels: on desktops so that all four are visible, elsewhere as low as readable. */
export const useCardHeight = (): number => useSyncExternalStore(watchWindow, cardHeight)
