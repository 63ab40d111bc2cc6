import { QueryTooCostly } from '../event-store.ts'

/** How long one query may compute. Counts only the time in which it really runs, not while others do. */
export class Budget {
  readonly #millisMax: number
  #spentMillis = 0
  #sliceStart = 0

  constructor(millisMax: number) {
    this.#millisMax = millisMax
  }

  /** Runs a part of the query on its account. */
  spend<Result>(work: () => Result): Result {
    this.#sliceStart = performance.now()
    try {
      return work()
    } finally {
      this.#spentMillis += performance.now() - this.#sliceStart
    }
  }

  /** Time of the part that runs now. */
  get sliceMillis(): number {
    return performance.now() - this.#sliceStart
  }

  /** Throws QueryTooCostly once the time is over. */
  check(): void {
    if (this.#spentMillis + this.sliceMillis > this.#millisMax) {
      throw new QueryTooCostly(`the query took more than ${this.#millisMax} ms`)
    }
  }
}
