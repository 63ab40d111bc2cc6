import pLimit, { type LimitFunction } from 'p-limit'

/** Lets work on the same key happen one after the other, in the order of asking. */
export class KeyedMutex {
  readonly #locks = new Map<string, LimitFunction>()

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const lock = this.#locks.get(key) ?? pLimit(1)
    this.#locks.set(key, lock)
    try {
      return await lock(work)
    } finally {
      if (lock.activeCount + lock.pendingCount === 0) this.#locks.delete(key)
    }
  }

  get size(): number {
    return this.#locks.size
  }
}
