/** An event without data that any number of subscribers hear. */
export function emitter() {
  const listeners = new Set<() => void>()
  return {
    emit(): void {
      for (const listener of listeners) listener()
    },
    /** Returns a function that unsubscribes. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
