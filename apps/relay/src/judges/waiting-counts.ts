const queueMax = 20_000
const ofAuthorMax = 500

/** How many images and videos wait, by author, kept as they come and go: counting again would read the whole queue. */
export class WaitingCounts {
  #ofAuthor = new Map<string, number>()
  #total = 0

  get total(): number {
    return this.#total
  }

  isFull(author: string): boolean {
    return this.#total >= queueMax || (this.#ofAuthor.get(author) ?? 0) >= ofAuthorMax
  }

  add(author: string, count: number): void {
    const before = this.#ofAuthor.get(author) ?? 0
    const after = Math.max(0, before + count)
    this.#total += after - before
    if (after === 0) this.#ofAuthor.delete(author)
    else this.#ofAuthor.set(author, after)
  }

  replace(counted: ReadonlyMap<string, number>): void {
    this.#ofAuthor = new Map(counted)
    this.#total = [...counted.values()].reduce((sum, count) => sum + count, 0)
  }
}
