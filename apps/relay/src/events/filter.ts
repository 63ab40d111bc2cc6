import type { NostrEvent } from '@hornets/contract'
import { hasTag } from './event-kinds.ts'

/** A checked filter of a REQ or COUNT (NIP-01; `search`: NIP-50). Each list present must contain the event's value. */
export interface Filter {
  readonly ids?: readonly string[]
  readonly authors?: readonly string[]
  readonly kinds?: readonly number[]
  /** Letter and values; the event needs such a tag with one of them. */
  readonly tags?: readonly (readonly [letter: string, values: readonly string[]])[]
  /** Unix seconds, inclusive. */
  readonly since?: number
  readonly until?: number
  /** Newest first; applies to stored events only. */
  readonly limit?: number
  readonly search?: string
  /** The last word of `search` can be a prefix: for users who are still typing. */
  readonly isBeginning?: boolean
  /** Only what follows this place in the order of answers: for pages. Does not apply to `search`. */
  readonly after?: Cursor
}

export interface Cursor {
  /** created_at. */
  readonly time: number
  readonly id: string
}

export function countValues({ ids, authors, kinds, tags }: Filter): number {
  const lists = [ids, authors, kinds, ...(tags ?? []).map(([, values]) => values)]
  return lists.reduce((sum, list) => sum + (list?.length ?? 0), 0)
}

export function matchesFilter(filter: Filter, event: NostrEvent): boolean {
  if (filter.ids && !filter.ids.includes(event.id)) return false
  if (filter.kinds && !filter.kinds.includes(event.kind)) return false
  if (filter.authors && !filter.authors.includes(event.pubkey)) return false
  if (filter.since !== undefined && event.created_at < filter.since) return false
  if (filter.until !== undefined && event.created_at > filter.until) return false
  for (const [letter, values] of filter.tags ?? []) {
    if (!hasTag(event, letter, value => values.includes(value))) return false
  }
  return true
}
