import pLimit from 'p-limit'

/** Long jobs, one after the other, each of which can be ended. */
export class JobLine {
  readonly #oneByOne = pLimit(1)
  readonly #ends = new Map<number, AbortController>()

  has(id: number): boolean {
    return this.#ends.has(id)
  }

  /** Nothing where it runs or waits already. */
  add(id: number, work: (signal: AbortSignal) => Promise<void>): void {
    const before = this.#ends.get(id)
    if (before && !before.signal.aborted) return
    const end = new AbortController()
    this.#ends.set(id, end)
    void this.#oneByOne(() => work(end.signal)).finally(() => {
      if (this.#ends.get(id) === end) this.#ends.delete(id)
    })
  }

  end(id: number): void {
    this.#ends.get(id)?.abort()
  }

  async close(): Promise<void> {
    for (const end of this.#ends.values()) end.abort()
    await this.settled()
  }

  async settled(): Promise<void> {
    await this.#oneByOne(() => undefined)
  }
}
