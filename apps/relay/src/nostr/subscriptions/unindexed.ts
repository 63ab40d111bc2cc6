import { countValues, type Filter } from '../../events/filter.ts'

export interface Newcomer {
  readonly filters: readonly Filter[]
  /** Milliseconds of `performance.now`. */
  readonly since: number
}

/** Fewer values are indexed sooner than they are found again here. */
const valuesMin = 32
/** Comparing an event with all of them takes about 60 µs at most: kinds rule out most events. */
const valuesMax = 8000
const oneShotMillis = 100

/** Most clients close once they have the stored events, and indexing 300 authors costs more than answering. */
export class Unindexed<Item extends Newcomer> {
  readonly #items = new Map<Item, number>()
  readonly #valuesMax: number
  #values = 0

  constructor(max = valuesMax) {
    this.#valuesMax = max
  }

  /** Takes it in if that pays, and returns those that must be indexed now. */
  add(item: Item): readonly Item[] {
    const values = item.filters.reduce((sum, filter) => sum + countValues(filter), 0)
    // With tags, comparing costs the product of an event's tags and the values.
    const isPlain = item.filters.every(({ tags }) => !tags || tags.length === 0)
    if (!isPlain || values < valuesMin || values > this.#valuesMax) return [item]
    this.#items.set(item, values)
    this.#values += values
    const surplus: Item[] = []
    for (const oldest of this.#items.keys()) {
      if (this.#values <= this.#valuesMax) break
      this.delete(oldest)
      surplus.push(oldest)
    }
    return surplus
  }

  delete(item: Item): boolean {
    const values = this.#items.get(item)
    if (values === undefined) return false
    this.#values -= values
    return this.#items.delete(item)
  }

  takeLasting(): Item | null {
    const [oldest] = this.#items.keys()
    if (!oldest || performance.now() - oldest.since < oneShotMillis) return null
    this.delete(oldest)
    return oldest
  }

  all(): Iterable<Item> {
    return this.#items.keys()
  }
}
