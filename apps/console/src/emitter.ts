/** `start` runs while somebody listens, and returns how to stop it. */
export function emitter(start?: () => () => void) {
  const listeners = new Set<() => void>()
  let stop: (() => void) | undefined
  return {
    emit(): void {
      for (const listener of listeners) listener()
    },
    /** Returns a function that unsubscribes. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      stop ??= start?.()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}
