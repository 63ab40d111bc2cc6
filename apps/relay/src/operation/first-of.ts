type Order<T> = (one: T, other: T) => number

/** The first of many in an order, without keeping or sorting all of them. */
export class FirstOf<T> {
  readonly #max: number
  readonly #order: Order<T>
  #kept: T[] = []
  #count = 0

  constructor(max: number, order: Order<T>) {
    this.#max = max
    this.#order = order
  }

  get count(): number {
    return this.#count
  }

  add(one: T): void {
    this.#count += 1
    this.#kept.push(one)
    // Cut only when twice as many are kept, so that each is sorted a few times at most.
    if (this.#kept.length >= 2 * this.#max) this.#kept = this.sorted()
  }

  sorted(): T[] {
    return this.#kept.toSorted(this.#order).slice(0, this.#max)
  }
}
