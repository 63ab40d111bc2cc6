import type { NostrEvent } from '@hornets/contract'
import { searchableTags } from '../../events/event-kinds.ts'
import type { Filter } from '../../events/filter.ts'

/** An event for filters: its tag values by letter, without duplicates, collected on demand. */
export class EventView {
  readonly event: NostrEvent
  #tags: Map<string, Set<string>> | null = null

  constructor(event: NostrEvent) {
    this.event = event
  }

  get tags(): ReadonlyMap<string, ReadonlySet<string>> {
    if (this.#tags) return this.#tags
    this.#tags = new Map()
    for (const [name, value] of searchableTags(this.event)) {
      const values = this.#tags.get(name)
      if (values) values.add(value)
      else this.#tags.set(name, new Set([value]))
    }
    return this.#tags
  }
}

export type FilterKey =
  | { readonly list: 'ids' | 'authors'; readonly values: readonly string[] }
  | { readonly list: 'kinds'; readonly values: readonly number[] }
  | { readonly list: 'tag'; readonly letter: string; readonly values: readonly string[] }
  | { readonly list: 'none' }

/** Built when the first event is compared: many never are. Without `limit` and `search`. */
export class CompiledFilter {
  readonly #since: number
  readonly #until: number
  readonly #lists: Pick<Filter, 'authors' | 'kinds'> & { readonly tags: TagLists }
  #sets: FilterSets | null = null

  constructor(filter: Filter, key: FilterKey) {
    const { authors, kinds, tags = [], since = 0, until = Number.POSITIVE_INFINITY } = filter
    const { list } = key
    const letter = key.list === 'tag' ? key.letter : null
    this.#lists = {
      ...(list !== 'authors' && authors ? { authors } : {}),
      ...(list !== 'kinds' && kinds ? { kinds } : {}),
      tags: tags.filter(tag => tag[0] !== letter),
    }
    this.#since = since
    this.#until = until
  }

  /** The filter again, with the list of its key. */
  filter(key: FilterKey): Filter {
    const { tags, ...lists } = this.#lists
    const all = key.list === 'tag' ? [...tags, [key.letter, key.values] as const] : tags
    return {
      ...lists,
      ...(key.list !== 'tag' && key.list !== 'none' && { [key.list]: key.values }),
      ...(all.length > 0 && { tags: all }),
      ...(this.#since > 0 && { since: this.#since }),
      ...(this.#until !== Number.POSITIVE_INFINITY && { until: this.#until }),
    }
  }

  matchesRest(view: EventView): boolean {
    const { created_at, kind, pubkey } = view.event
    if (created_at < this.#since || created_at > this.#until) return false
    this.#sets ??= setsOf(this.#lists)
    const { authors, kinds, tags } = this.#sets
    if (kinds?.has(kind) === false || authors?.has(pubkey) === false) return false
    return tags.every(([letter, values]) => haveCommon(values, view.tags.get(letter)))
  }

  costOf(view: EventView): number {
    let cost = 1
    for (const [letter, values] of this.#lists.tags) cost += Math.min(values.length, view.tags.get(letter)?.size ?? 0)
    return cost
  }
}

type TagLists = NonNullable<Filter['tags']>

interface FilterSets {
  readonly authors: ReadonlySet<string> | undefined
  readonly kinds: ReadonlySet<number> | undefined
  readonly tags: readonly (readonly [letter: string, values: ReadonlySet<string>])[]
}

function setsOf({ authors, kinds, tags }: Pick<Filter, 'authors' | 'kinds'> & { tags: TagLists }): FilterSets {
  return {
    authors: authors && new Set(authors),
    kinds: kinds && new Set(kinds),
    tags: tags.map(([letter, values]) => [letter, new Set(values)]),
  }
}

/** The most selective list: an event can only match if it has one of its values. */
export function keyOf({ ids, authors, kinds, tags = [] }: Filter): FilterKey {
  if (ids) return { list: 'ids', values: ids }
  const [first, ...others] = tags
  if (first) {
    const [letter, values] = others.reduce((least, tag) => (tag[1].length < least[1].length ? tag : least), first)
    return { list: 'tag', letter, values }
  }
  if (authors) return { list: 'authors', values: authors }
  if (kinds) return { list: 'kinds', values: kinds }
  return { list: 'none' }
}

function haveCommon(values: ReadonlySet<string>, others: ReadonlySet<string> | undefined): boolean {
  if (!others) return false
  return values.size < others.size ? hasAnyOf(others, values) : hasAnyOf(values, others)
}

function hasAnyOf(set: ReadonlySet<string>, values: ReadonlySet<string>): boolean {
  for (const value of values) if (set.has(value)) return true
  return false
}
