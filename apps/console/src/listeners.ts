/** Who is called when something changes. */
export function listeners() {
  const all = new Set<() => void>()
  return {
    tell(): void {
      for (const listener of all) listener()
    },
    /** Returns the way to stop. */
    listen(listener: () => void): () => void {
      all.add(listener)
      return () => {
        all.delete(listener)
      }
    },
  }
}
