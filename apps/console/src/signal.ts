import { useSyncExternalStore } from 'react'
import { emitter } from './emitter.ts'

/** A value that outlives its page and that any page can follow. */
export function signal<Value>(first: Value) {
  let current = first
  const { emit, subscribe } = emitter()
  const get = (): Value => current
  return {
    get,
    set(next: Value): void {
      current = next
      emit()
    },
    subscribe,
    useValue: (): Value => useSyncExternalStore(subscribe, get),
  }
}
