import { useSyncExternalStore } from 'react'

/** A value that outlives the page that set it, and that any page may watch; undefined at first. */
export function watched<Value>() {
  let current: Value | undefined
  const listeners = new Set<() => void>()
  const read = (): Value | undefined => current
  const listen = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    read,
    tell(next: Value | undefined): void {
      current = next
      for (const listener of listeners) listener()
    },
    useValue: (): Value | undefined => useSyncExternalStore(listen, read),
  }
}
