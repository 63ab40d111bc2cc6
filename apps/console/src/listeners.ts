export function listeners() {
  const all = new Set<() => void>()
  return {
    tell(): void {
      for (const listener of all) listener()
    },
    /** Returns a function that unsubscribes. */
    listen(listener: () => void): () => void {
      all.add(listener)
      return () => {
        all.delete(listener)
      }
    },
  }
}
