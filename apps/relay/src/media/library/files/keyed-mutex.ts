import pLimit, { type LimitFunction } from 'p-limit'

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
