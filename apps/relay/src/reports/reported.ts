import type { NostrEvent } from '@hornets/contract'
import { reportTypes } from '@hornets/contract/admin/notifications/reports'

export const reportKind = 1984
/** Before a file's hash in the name of its case. */
export const fileTarget = 'file:'

/** One subject of a report: an event, a file, or a key if neither is named. */
export interface Reported {
  /** Empty if no event is reported. */
  readonly eventId: string
  /** SHA-256 of a file; empty if none is reported. */
  readonly fileHash: string
  /** Whose it is; empty for a file whose report names nobody. */
  readonly pubkey: string
  readonly type: string
}

/** Further subjects of a report are ignored. */
const thingsMax = 20
const isHex = (value: string | undefined): value is string => /^[0-9a-f]{64}$/.test(value ?? '')
const typeOf = (word: string | undefined) => (word !== undefined && reportTypes.includes(word) ? word : undefined)

/**
 * The subjects of a kind 1984 event: each of its e tags, with the author in its p tag, and each file in its x tags
 * (NIP-56, BUD-09), or else that key. The type is in the subject's tag; a missing or unknown one becomes 'other'.
 * Reports of oneself do not count.
 */
export function reportedOf(event: Pick<NostrEvent, 'pubkey' | 'tags'>): Reported[] {
  const [, pubkey = '', wordOfKey] = event.tags.find(([name, value]) => name === 'p' && isHex(value)) ?? []
  if (pubkey === event.pubkey) return []
  const about = (name: 'e' | 'x') =>
    new Map(
      event.tags
        .filter(([tag, value]) => tag === name && isHex(value))
        .slice(0, thingsMax)
        .map(([, id = '', word]) => [id, typeOf(word) ?? typeOf(wordOfKey) ?? 'other'] as const),
    )
  const events =
    pubkey === '' ? [] : [...about('e')].map(([eventId, type]) => ({ eventId, fileHash: '', pubkey, type }))
  const files = [...about('x')].map(([fileHash, type]) => ({ eventId: '', fileHash, pubkey, type }))
  const things = [...events, ...files]
  if (things.length > 0 || pubkey === '') return things
  return [{ eventId: '', fileHash: '', pubkey, type: typeOf(wordOfKey) ?? 'other' }]
}
