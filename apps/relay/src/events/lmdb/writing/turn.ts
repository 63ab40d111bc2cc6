/** Steps of one transaction, about 10 µs each. */
const stepsMax = 1000
const bytesPerStep = 500

/** What removals cost in one transaction. The rest waits for the next one, so that other writes come in between. */
export class Turn {
  #steps = 0

  get isOver(): boolean {
    return this.#steps >= stepsMax
  }

  countTags(count: number): void {
    this.#steps += count / 2
  }

  countName(): void {
    this.#steps += 1
  }

  /** A header read: long values are copied. */
  countHeader(bytes: number): void {
    this.#steps += bytes / 10_000
  }

  countRemoval(bytes: number): void {
    this.#steps += 10 + bytes / bytesPerStep
  }
}
