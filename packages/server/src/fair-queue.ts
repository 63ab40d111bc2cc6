interface Line<Item> {
  readonly waiting: { readonly item: Item; readonly cost: number }[]
  /** What it can still take in this round; less than nothing after a costly item. */
  credit: number
}

/** Deficit round robin: about `share` of cost for each customer in a round. Constant cost however many wait. */
export class FairQueue<Item> {
  readonly #share: number
  readonly #lines = new Map<unknown, Line<Item>>()
  #size = 0

  constructor(share: number) {
    this.#share = share
  }

  get size(): number {
    return this.#size
  }

  /** `customer` is compared like a key of a Map. */
  push(customer: unknown, item: Item, cost: number): void {
    const line = this.#lines.get(customer)
    if (line) line.waiting.push({ item, cost })
    else this.#lines.set(customer, { waiting: [{ item, cost }], credit: this.#share })
    this.#size += 1
  }

  /** The next items: at least one if any waits, then as long as they cost less than this together. */
  take(countMax: number, costMax: number): Item[] {
    const taken: Item[] = []
    let spent = 0
    for (let line = this.#turn(); line && taken.length < countMax; line = this.#turn()) {
      const [customer, { waiting }] = line
      const cost = waiting[0]?.cost ?? 0
      if (taken.length > 0 && spent + cost > costMax) break
      const first = waiting.shift()
      if (first) taken.push(first.item)
      spent += cost
      line[1].credit -= cost
      this.#size -= 1
      if (waiting.length === 0) this.#lines.delete(customer)
    }
    return taken
  }

  takeAll(): Item[] {
    return this.take(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)
  }

  /** The first customer with credit; those without get some for the next round. */
  #turn(): [unknown, Line<Item>] | undefined {
    for (const [customer, line] of this.#lines) {
      if (line.credit > 0) return [customer, line]
      line.credit += this.#share
      this.#lines.delete(customer)
      this.#lines.set(customer, line)
    }
    return undefined
  }
}
