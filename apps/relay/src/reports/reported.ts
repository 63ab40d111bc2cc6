import type { NostrEvent } from '@hornets/contract'
import { reportTypes } from '@hornets/contract/admin/reports'

export const reportKind = 1984

/** One subject of a report. */
export interface Reported {
  /** Empty if the key itself is reported. */
  readonly eventId: string
  readonly pubkey: string
  readonly type: string
}

/** Further subjects of a report are ignored. */
const thingsMax = 20
const isHex = (value: string | undefined): value is string => /^[0-9a-f]{64}$/.test(value ?? '')
const typeOf = (word: string | undefined) => (word !== undefined && reportTypes.includes(word) ? word : undefined)

/**
 * The subjects of a kind 1984 event: each of its e tags, with the author in its p tag, or else that key. The type is in
 * the subject's tag; a missing or unknown one becomes 'other'. Reports of oneself do not count.
 */
export function reportedOf(event: Pick<NostrEvent, 'pubkey' | 'tags'>): Reported[] {
  const [, pubkey, wordOfKey] = event.tags.find(([name, value]) => name === 'p' && isHex(value)) ?? []
  if (!isHex(pubkey) || pubkey === event.pubkey) return []
  const named = event.tags.filter(([name, value]) => name === 'e' && isHex(value))
  if (named.length === 0) return [{ eventId: '', pubkey, type: typeOf(wordOfKey) ?? 'other' }]
  const things = new Map(named.slice(0, thingsMax).map(([, id = '', word]) => [id, word]))
  return [...things].map(([eventId, word]) => ({ eventId, pubkey, type: typeOf(word) ?? typeOf(wordOfKey) ?? 'other' }))
}
