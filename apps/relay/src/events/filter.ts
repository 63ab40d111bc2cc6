import type { NostrEvent } from '@hornets/contract'
import { textOf } from './event-text.ts'
import { searchTerms } from './search-terms.ts'

/** One filter of a REQ or COUNT, checked (NIP-01; `search`: NIP-50). A list that is there must hold the event's value. */
export interface Filter {
  readonly ids?: readonly string[]
  readonly authors?: readonly string[]
  readonly kinds?: readonly number[]
  /** Letter and the values of which one must stand in such a tag. */
  readonly tags?: readonly (readonly [letter: string, values: readonly string[]])[]
  /** Unix seconds, inclusive. */
  readonly since?: number
  readonly until?: number
  /** Newest first; counts for stored events only. */
  readonly limit?: number
  readonly search?: string
}

/** Whether an event answers a filter, `limit` apart. */
export function matchesFilter(filter: Filter, event: NostrEvent): boolean {
  if (filter.ids && !filter.ids.includes(event.id)) return false
  if (filter.kinds && !filter.kinds.includes(event.kind)) return false
  if (filter.authors && !filter.authors.includes(event.pubkey)) return false
  if (filter.since !== undefined && event.created_at < filter.since) return false
  if (filter.until !== undefined && event.created_at > filter.until) return false
  for (const [letter, values] of filter.tags ?? []) {
    if (!event.tags.some(tag => tag[0] === letter && tag[1] !== undefined && values.includes(tag[1]))) return false
  }
  return filter.search === undefined || matchesSearch(filter.search, event)
}

function matchesSearch(search: string, event: NostrEvent): boolean {
  const text = textOf(event)?.toLowerCase()
  if (text === undefined) return false
  return searchTerms(search).every(term => text.includes(term.toLowerCase()))
}
