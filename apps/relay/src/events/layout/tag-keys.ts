import { hash } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import { searchableTags } from '../event-kinds.ts'

/** 96 bits of SHA-256: nobody can find a second value with the same key. */
export const tagKeyBytes = 12

/**
 * Tag values of one event that are indexed; the rest is stored, but not found by. More than any list in use has, and
 * few enough that one event can't hold up the others.
 */
const indexedTagsMax = 2000

/** Key under which events with this tag are indexed. */
export function tagKey(letter: string, value: string): Buffer {
  return hash('sha256', letter + value, 'buffer').subarray(0, tagKeyBytes)
}

/** Key of a `d` tag's value; addresses are found by it. */
export function identifierKey(identifier: string): Buffer {
  return tagKey('d', identifier)
}

/** Keys of the tags that an event is found by, each once. */
export function tagKeysOf(event: Pick<NostrEvent, 'kind' | 'tags'>): Buffer[] {
  const seen = new Set<string>()
  for (const [letter, value] of searchableTags(event)) {
    seen.add(letter + value)
    if (seen.size === indexedTagsMax) break
  }
  return Array.from(seen, text => hash('sha256', text, 'buffer').subarray(0, tagKeyBytes))
}
