import { useSyncExternalStore } from 'react'
import { listeners } from './listeners.ts'

/** A value that outlives the page that set it, and that any page may watch. */
export function watched<Value>(first: Value) {
  let current = first
  const { tell, listen } = listeners()
  const read = (): Value => current
  return {
    read,
    tell(next: Value): void {
      current = next
      tell()
    },
    useValue: (): Value => useSyncExternalStore(listen, read),
  }
}
