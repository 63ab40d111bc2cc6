import { type Filter, matchesFilter } from '../../events/filter.ts'
import { CompiledFilter, type EventView, type FilterKey, keyOf } from './compiled-filter.ts'
import { type Newcomer, Unindexed } from './unindexed.ts'

export interface WorkTally {
  steps: number
}

interface Slot<Subscriber> extends Newcomer {
  readonly subscriber: Subscriber
  /** Empty once they are indexed: the index shares equal values. */
  filters: readonly Filter[]
  readonly order: number
  readonly tally: WorkTally
  entries: readonly Entry<Subscriber>[]
  foundBy: number
}

interface Entry<Subscriber> {
  readonly slot: Slot<Subscriber>
  readonly filter: CompiledFilter
  /** Where its postings are. */
  readonly list: FilterKey['list']
  readonly letter: string | undefined
  postings: readonly Posting<Subscriber>[]
  seenBy: number
}

type PlainList = Exclude<FilterKey['list'], 'tag'>
/** All filters under one value. They share its text, to save memory. */
interface Posting<Subscriber> {
  readonly value: string | number
  readonly values: Postings<Subscriber>
  readonly entries: Set<Entry<Subscriber>>
}

type Postings<Subscriber> = Map<string | number, Posting<Subscriber>>

const anyEvent = '*'
const stepsPerPause = 2000

/** Filters are indexed by their most selective list; an event looks up only its own values. */
export class SubscriptionIndex<Subscriber> {
  evaluations = 0
  readonly #lists: Readonly<Record<PlainList, Postings<Subscriber>>> = {
    ids: new Map(),
    authors: new Map(),
    kinds: new Map(),
    none: new Map(),
  }
  readonly #tags = new Map<string, Postings<Subscriber>>()
  readonly #slots = new Map<Subscriber, Slot<Subscriber>>()
  readonly #unindexed: Unindexed<Slot<Subscriber>>
  #added = 0
  #searches = 0

  constructor(unindexedMax?: number) {
    this.#unindexed = new Unindexed(unindexedMax)
  }

  get newest(): number {
    return this.#added
  }

  add(subscriber: Subscriber, filters: readonly Filter[], tally: WorkTally = { steps: 0 }): void {
    this.#added += 1
    const order = this.#added
    const since = performance.now()
    const slot: Slot<Subscriber> = { subscriber, filters, since, order, tally, entries: [], foundBy: 0 }
    this.#slots.set(subscriber, slot)
    for (const surplus of this.#unindexed.add(slot)) this.#index(surplus)
  }

  remove(subscriber: Subscriber): void {
    const slot = this.#slots.get(subscriber)
    if (slot) this.#unindexed.delete(slot)
    for (const entry of slot?.entries ?? []) {
      for (const { value, values, entries } of entry.postings) {
        entries.delete(entry)
        if (entries.size === 0) values.delete(value)
      }
    }
    this.#slots.delete(subscriber)
  }

  /** As they were added; values of one list in any order. */
  filtersOf(subscriber: Subscriber): readonly Filter[] {
    const slot = this.#slots.get(subscriber)
    if (!slot || slot.entries.length === 0) return slot?.filters ?? []
    return slot.entries.map(({ filter, list, letter, postings }) => {
      const values = postings.map(({ value }) => value)
      return filter.filter({ list, letter, values } as FilterKey)
    })
  }

  /** Each once, up to the number `newest`. Yields null after some work without a match. One search at a time. */
  *match(view: EventView, newest = this.#added): Generator<Subscriber | null> {
    this.#searches += 1
    const search = this.#searches
    for (const subscriber of this.#matchUnindexed(view, search, newest))
      if (this.#slots.has(subscriber)) yield subscriber
    let steps = 0
    for (const entries of this.#hitBy(view)) {
      for (const entry of entries) {
        const { slot } = entry
        steps += 1
        slot.tally.steps += 1
        if (slot.foundBy !== search && entry.seenBy !== search && slot.order <= newest) {
          entry.seenBy = search
          this.evaluations += 1
          const cost = entry.filter.costOf(view)
          steps += cost
          slot.tally.steps += cost
          if (entry.filter.matchesRest(view)) {
            slot.foundBy = search
            yield slot.subscriber
          }
        }
        if (steps >= stepsPerPause) {
          steps = 0
          yield null
        }
      }
    }
  }

  /** All at once: while the caller pauses, some of them may be indexed. */
  #matchUnindexed({ event }: EventView, search: number, newest: number): Subscriber[] {
    const lasting = this.#unindexed.takeLasting()
    if (lasting) this.#index(lasting)
    const found: Subscriber[] = []
    for (const slot of this.#unindexed.all()) {
      slot.tally.steps += 1
      if (slot.order > newest || !slot.filters.some(filter => matchesFilter(filter, event))) continue
      slot.foundBy = search
      found.push(slot.subscriber)
    }
    return found
  }

  #index(slot: Slot<Subscriber>): void {
    slot.entries = slot.filters.map(filter => this.#enter(slot, filter))
    slot.filters = []
  }

  #enter(slot: Slot<Subscriber>, filter: Filter): Entry<Subscriber> {
    const key = keyOf(filter)
    const entry: Entry<Subscriber> = {
      slot,
      filter: new CompiledFilter(filter, key),
      list: key.list,
      letter: key.list === 'tag' ? key.letter : undefined,
      postings: [],
      seenBy: 0,
    }
    const values = this.#postingsOf(key)
    entry.postings = Array.from(valuesOf(key), value => {
      const posting = values.get(value) ?? { value, values, entries: new Set() }
      if (posting.entries.size === 0) values.set(value, posting)
      posting.entries.add(entry)
      return posting
    })
    return entry
  }

  *#hitBy(view: EventView): Generator<Set<Entry<Subscriber>>> {
    const { id, pubkey, kind } = view.event
    const { ids, authors, kinds, none } = this.#lists
    const hit = [ids.get(id), authors.get(pubkey), kinds.get(kind), none.get(anyEvent)]
    for (const posting of hit) if (posting) yield posting.entries
    if (this.#tags.size === 0) return
    for (const [letter, values] of view.tags) {
      const postings = this.#tags.get(letter)
      if (!postings || postings.size === 0) continue
      for (const value of values) {
        const posting = postings.get(value)
        if (posting) yield posting.entries
      }
    }
  }

  #postingsOf(key: FilterKey): Postings<Subscriber> {
    if (key.list !== 'tag') return this.#lists[key.list]
    let postings = this.#tags.get(key.letter)
    if (!postings) {
      postings = new Map()
      this.#tags.set(key.letter, postings)
    }
    return postings
  }
}

function valuesOf(key: FilterKey): readonly (string | number)[] {
  return key.list === 'none' ? [anyEvent] : key.values
}
