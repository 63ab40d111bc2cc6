/** Who wants to be told. One listener's failure is reported and keeps nobody else from hearing. */
export class Listeners<Value> {
  readonly #listeners = new Set<(value: Value) => void>()
  readonly #onError: (error: unknown) => void

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  /** Returns how to stop listening. */
  add(listener: (value: Value) => void): () => void {
    // A wrapper, so that the same function added twice is told twice and taken off once.
    const own = (value: Value) => listener(value)
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
    }
  }

  tell(value: Value): void {
    for (const listener of this.#listeners) {
      try {
        listener(value)
      } catch (error) {
        this.#onError(error)
      }
    }
  }
}
