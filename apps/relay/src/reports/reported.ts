import type { NostrEvent } from '@hornets/contract'
import { reportTypes } from '@hornets/contract/admin/reports'

/** NIP-56. */
export const reportKind = 1984

/** One thing that a report is about. */
export interface Reported {
  /** Empty where the key itself is reported. */
  readonly eventId: string
  readonly pubkey: string
  readonly type: string
}

/** A report of more things than this is read to here. */
const thingsMax = 20
const isHex = (value: string | undefined): value is string => /^[0-9a-f]{64}$/.test(value ?? '')
const typeOf = (word: string | undefined) => (word !== undefined && reportTypes.includes(word) ? word : undefined)

/**
 * What an event of kind 1984 reports: each of its e tags, by the author that its p tag names, else that key. The type stands
 * in the tag of what is reported; a missing or unknown one is 'other'. Nobody reports themselves.
 */
export function reportedOf(event: Pick<NostrEvent, 'pubkey' | 'tags'>): Reported[] {
  const [, pubkey, wordOfKey] = event.tags.find(([name, value]) => name === 'p' && isHex(value)) ?? []
  if (!isHex(pubkey) || pubkey === event.pubkey) return []
  const named = event.tags.filter(([name, value]) => name === 'e' && isHex(value))
  if (named.length === 0) return [{ eventId: '', pubkey, type: typeOf(wordOfKey) ?? 'other' }]
  const things = new Map(named.slice(0, thingsMax).map(([, id = '', word]) => [id, word]))
  return [...things].map(([eventId, word]) => ({ eventId, pubkey, type: typeOf(word) ?? typeOf(wordOfKey) ?? 'other' }))
}
