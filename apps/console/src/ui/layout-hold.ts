import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type ScreenClass, useScreenClass } from './use-media.ts'

const listeners = new Set<() => void>()
let holders = 0

/**
 * Keeps pages arranged as they are for as long as something must not vanish: a tablet that is turned, or a window that is
 * drawn smaller, would take a dialogue with the place that it belongs to.
 */
export function useLayoutHold(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return
    change(1)
    return () => change(-1)
  }, [isHeld])
}

/** The class of the screen; that of before while it is held. */
export function useSteadyScreenClass(): ScreenClass {
  const now = useScreenClass()
  const isHeld = useSyncExternalStore(listen, () => holders > 0)
  const shown = useRef(now)
  if (!isHeld) shown.current = now
  return shown.current
}

function change(by: 1 | -1): void {
  holders += by
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
