/** Emitter to be notified. A listener's failure is reported and does not affect others. */
export class Emitter<Value> {
  readonly #listeners = new Set<(value: Value) => void>()
  readonly #onError: (error: unknown) => void

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  subscribe(listener: (value: Value) => void): () => void {
    // Wrapped, so that a function added twice is called twice and removed once.
    const own = (value: Value) => listener(value)
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
    }
  }

  emit(value: Value): void {
    for (const listener of this.#listeners) {
      try {
        listener(value)
      } catch (error) {
        this.#onError(error)
      }
    }
  }
}
