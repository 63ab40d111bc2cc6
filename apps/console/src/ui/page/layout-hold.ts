import { useRef, useSyncExternalStore } from 'react'
import { holders, useHold } from '../../holders.ts'
import { type ScreenClass, useScreenClass } from './use-media.ts'

const layout = holders()

/**
 * Keeps pages arranged as they are for as long as something must not vanish: a tablet that is turned, or a window that is
 * drawn smaller, would take a dialogue with the place that it belongs to.
 */
export const useLayoutHold = (isHeld: boolean): void => useHold(layout, isHeld)

/** The class of the screen; that of before while it is held. */
export function useSteadyScreenClass(): ScreenClass {
  const now = useScreenClass()
  const isHeld = useSyncExternalStore(layout.listen, layout.isHeld)
  const shown = useRef(now)
  if (!isHeld) shown.current = now
  return shown.current
}
