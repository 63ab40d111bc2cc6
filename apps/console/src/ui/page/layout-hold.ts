import { useRef, useSyncExternalStore } from 'react'
import { refCount, useHold } from '../../ref-count.ts'
import { type ScreenClass, useScreenClass } from './use-media.ts'

const layout = refCount()

/** Rotating a tablet or shrinking a window would remove a dialog with its place. */
export const useLayoutHold = (isHeld: boolean): void => useHold(layout, isHeld)

/** The screen class; the previous one while held. */
export function useSteadyScreenClass(): ScreenClass {
  const now = useScreenClass()
  const isHeld = useSyncExternalStore(layout.subscribe, layout.isHeld)
  const shown = useRef(now)
  if (!isHeld) shown.current = now
  return shown.current
}
