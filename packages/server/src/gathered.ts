const usualMs = 200
const itemsMax = 100

/** For work that ends in a transaction: each waits for the disk, and everybody with it. */
export class Gathered<Item> {
  readonly #handOn: (items: readonly Item[]) => void
  readonly #waitMs: () => number
  #items: Item[] = []
  #timer: NodeJS.Timeout | undefined

  /** `waitMs`: how long the first item waits for more. */
  constructor(handOn: (items: readonly Item[]) => void, waitMs = () => usualMs) {
    this.#handOn = handOn
    this.#waitMs = waitMs
  }

  get items(): readonly Item[] {
    return this.#items
  }

  add(item: Item): void {
    this.#items.push(item)
    if (this.#items.length >= itemsMax) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), this.#waitMs()).unref()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const items = this.#items
    this.#items = []
    if (items.length > 0) this.#handOn(items)
  }
}
