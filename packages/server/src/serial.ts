/** Runs works one after the other, in the order in which they are handed in, whatever became of those before. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve()

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work, work)
    this.#last = result.catch(() => undefined)
    return result
  }

  /** Resolves once everything handed in until now has ended. */
  async settled(): Promise<void> {
    await this.#last
  }
}
