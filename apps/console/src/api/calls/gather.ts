/** Clock and timer; tests replace them. */
export interface GatherTimers {
  readonly set: (callback: () => void, milliseconds: number) => unknown
}

/** Merges further calls of a key within the pause into one at its end, so that a busy relay causes few reads. */
export function gatherCalls<Key>(
  run: (key: Key) => void,
  pauseMs: number,
  timers: GatherTimers = { set: (callback, milliseconds) => setTimeout(callback, milliseconds) },
): (key: Key) => void {
  const waiting = new Map<Key, { again: boolean }>()
  function call(key: Key): void {
    const pending = waiting.get(key)
    if (pending) {
      pending.again = true
      return
    }
    const state = { again: false }
    waiting.set(key, state)
    timers.set(() => {
      waiting.delete(key)
      if (state.again) call(key)
    }, pauseMs)
    run(key)
  }
  return call
}
