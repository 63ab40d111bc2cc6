import { hash } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import { searchableTags } from '../event-kinds.ts'

/** 96 bits of SHA-256, which prevents chosen collisions. */
export const tagKeyBytes = 12

/**
 * Number of indexed tag values per event; further ones are stored but not found. More than any list in use, and few
 * enough that one event does not hold up others.
 */
const indexedTagsMax = 2000

/** Index key of events with this tag. */
export function tagKey(letter: string, value: string): Buffer {
  return hash('sha256', letter + value, 'buffer').subarray(0, tagKeyBytes)
}

/** Key of a `d` tag's value, used to find addresses. */
export function identifierKey(identifier: string): Buffer {
  return tagKey('d', identifier)
}

/** Keys of the tags that filters can match, without duplicates. */
export function tagKeysOf(event: Pick<NostrEvent, 'kind' | 'tags'>): Buffer[] {
  const seen = new Set<string>()
  for (const [letter, value] of searchableTags(event)) {
    seen.add(letter + value)
    if (seen.size === indexedTagsMax) break
  }
  return Array.from(seen, text => hash('sha256', text, 'buffer').subarray(0, tagKeyBytes))
}
