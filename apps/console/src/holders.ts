import { useEffect } from 'react'
import { listeners } from './listeners.ts'

/** A state that stays while anybody holds it. */
export function holders() {
  let count = 0
  const { tell, listen } = listeners()
  const change = (by: 1 | -1) => {
    count += by
    tell()
  }
  /** Returns the release function, which counts once. */
  const hold = (): (() => void) => {
    let held = true
    change(1)
    return () => {
      if (held) change(-1)
      held = false
    }
  }
  return { hold, isHeld: (): boolean => count > 0, listen }
}

/** Holds it while mounted and `active`. */
export function useHold({ hold }: ReturnType<typeof holders>, active: boolean): void {
  useEffect(() => (active ? hold() : undefined), [active, hold])
}
