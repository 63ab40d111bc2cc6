import { useSyncExternalStore } from 'react'
import { chartHeightPx } from '../../ui/chart/chart-height.ts'

/** The dashboard's charts cover the last six months (DASH-03). */
export const shownMonths = 6

const lowestPx = 200
/** In the layout of 4K screens. */
const highestPx = 640
const desktopPx = 1280
const widestPx = 2560
const aroundPx = 660

function cardHeight(): number {
  if (innerWidth < desktopPx) return lowestPx
  const roomyPx = innerWidth < widestPx ? chartHeightPx : highestPx
  return Math.min(roomyPx, Math.max(lowestPx, Math.floor((innerHeight - aroundPx) / 2)))
}

function watchWindow(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** Pixels: the default (DASH-10), lower on desktops so that all four are visible; elsewhere as low as readable. */
export const useCardHeight = (): number => useSyncExternalStore(watchWindow, cardHeight)
