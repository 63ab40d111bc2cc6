import { hash } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import { searchableTags } from '../../event-kinds.ts'

/** 96 bits of SHA-256, which prevents chosen collisions. */
export const tagKeyBytes = 12

/** Further values are stored but not found. More than any list in use; few enough not to hold up others. */
const indexedTagsMax = 2000

export function tagKey(letter: string, value: string): Buffer {
  return hash('sha256', letter + value, 'buffer').subarray(0, tagKeyBytes)
}

export function identifierKey(identifier: string): Buffer {
  return tagKey('d', identifier)
}

export function tagKeysOf(event: Pick<NostrEvent, 'kind' | 'tags'>): Buffer[] {
  const seen = new Set<string>()
  for (const [letter, value] of searchableTags(event)) {
    seen.add(letter + value)
    if (seen.size === indexedTagsMax) break
  }
  return Array.from(seen, text => hash('sha256', text, 'buffer').subarray(0, tagKeyBytes))
}
