import { useSyncExternalStore } from 'react'
import { listeners } from './listeners.ts'

/** A value that outlives its page and that any page can watch. */
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
