/** Lets work on the same key happen one after the other, in the order of asking. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<unknown>>()

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#tails.get(key)
    const mine = before ? before.then(work, work) : work()
    this.#tails.set(key, mine)
    try {
      return await mine
    } finally {
      if (this.#tails.get(key) === mine) this.#tails.delete(key)
    }
  }
}
