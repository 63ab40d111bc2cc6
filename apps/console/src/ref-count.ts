import { useEffect } from 'react'
import { signal } from './signal.ts'

export function refCount() {
  const { get, set, subscribe } = signal(0)
  /** Returns the release function, which counts once. */
  const hold = (): (() => void) => {
    let held = true
    set(get() + 1)
    return () => {
      if (held) set(get() - 1)
      held = false
    }
  }
  return { hold, isHeld: (): boolean => get() > 0, subscribe }
}

/** Holds it while mounted and `active`. */
export function useHold({ hold }: ReturnType<typeof refCount>, active: boolean): void {
  useEffect(() => (active ? hold() : undefined), [active, hold])
}
