import type { NostrEvent } from '@hornets/contract'
import { type Filter, matchesFilter } from '../../events/filter.ts'

interface Entry<Subscriber> {
  readonly subscriber: Subscriber
  readonly filter: Filter
}

/** Under which every event looks. */
const anyEvent = '*'

/**
 * Finds the subscribers of an event without asking each: every filter stands under the values of its narrowest list, and
 * an event looks only under its own.
 */
export class SubscriptionIndex<Subscriber> {
  readonly #entries = new Map<string, Set<Entry<Subscriber>>>()
  readonly #places = new Map<Subscriber, [key: string, entry: Entry<Subscriber>][]>()

  add(subscriber: Subscriber, filters: readonly Filter[]): void {
    const places: [string, Entry<Subscriber>][] = []
    for (const filter of filters) {
      const entry = { subscriber, filter }
      for (const key of keysOfFilter(filter)) {
        let entries = this.#entries.get(key)
        if (!entries) {
          entries = new Set()
          this.#entries.set(key, entries)
        }
        entries.add(entry)
        places.push([key, entry])
      }
    }
    this.#places.set(subscriber, places)
  }

  remove(subscriber: Subscriber): void {
    for (const [key, entry] of this.#places.get(subscriber) ?? []) {
      const entries = this.#entries.get(key)
      entries?.delete(entry)
      if (entries?.size === 0) this.#entries.delete(key)
    }
    this.#places.delete(subscriber)
  }

  /** Whoever has a filter that the event answers, each once. */
  match(event: NostrEvent): Set<Subscriber> {
    const found = new Set<Subscriber>()
    if (this.#entries.size === 0) return found
    for (const key of keysOfEvent(event)) {
      for (const { subscriber, filter } of this.#entries.get(key) ?? []) {
        if (!found.has(subscriber) && matchesFilter(filter, event)) found.add(subscriber)
      }
    }
    return found
  }
}

function keysOfFilter({ ids, authors, kinds, tags }: Filter): Iterable<string> {
  if (ids) return new Set(ids.map(id => `i${id}`))
  const [first, ...others] = tags ?? []
  if (first) {
    const [letter, values] = others.reduce((least, tag) => (tag[1].length < least[1].length ? tag : least), first)
    return new Set(values.map(value => `#${letter}${value}`))
  }
  if (authors) return new Set(authors.map(author => `a${author}`))
  if (kinds) return new Set(kinds.map(kind => `k${kind}`))
  return [anyEvent]
}

function* keysOfEvent({ id, pubkey, kind, tags }: NostrEvent): Generator<string> {
  yield `i${id}`
  yield `a${pubkey}`
  yield `k${kind}`
  yield anyEvent
  for (const [name, value] of tags) if (name?.length === 1 && value !== undefined) yield `#${name}${value}`
}
