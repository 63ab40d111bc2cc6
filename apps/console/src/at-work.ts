import { useEffect } from 'react'

let holders = 0
const listeners = new Set<() => void>()

function change(by: number): void {
  holders += by
  for (const listener of listeners) listener()
}

/**
 * Something is unsaved or under way: edits, an open dialog, a call that changes something. Until it is let go the page does
 * not reload by itself. Returns the way to let go, which counts once.
 */
export function holdPage(): () => void {
  let held = true
  change(1)
  return () => {
    if (held) change(-1)
    held = false
  }
}

/** Holds the page while mounted and `active`. */
export function useHoldPage(active: boolean): void {
  useEffect(() => (active ? holdPage() : undefined), [active])
}

export const isAtWork = (): boolean => holders > 0

/** Calls back when something begins or ends. Returns the way to stop. */
export function onWorkChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
