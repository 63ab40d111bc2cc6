/** Runs jobs one after another in order, whatever the outcome of earlier ones. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve()

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work, work)
    this.#last = result.catch(() => undefined)
    return result
  }

  /** Resolves once all jobs so far have ended. */
  async settled(): Promise<void> {
    await this.#last
  }
}
