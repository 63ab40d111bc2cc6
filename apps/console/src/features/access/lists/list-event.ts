import type { NostrEvent } from '@hornets/contract'
import { decode } from 'nostr-tools/nip19'
import { readPubkey } from '../../../api/signers/pubkey.ts'

const followListKind = 3

/** Which event a text names: somebody's follow list, or a list event; null for anything else. */
export function listFilterOf(text: string): object | null {
  const given = text.trim().replace(/^nostr:/, '')
  const key = readPubkey(given)
  if (key !== null) return { kinds: [followListKind], authors: [key] }
  try {
    const { type, data } = decode(given)
    if (type === 'nprofile') return { kinds: [followListKind], authors: [data.pubkey] }
    if (type === 'note') return { ids: [data] }
    if (type === 'nevent') return { ids: [data.id] }
    return type === 'naddr' ? { kinds: [data.kind], authors: [data.pubkey], '#d': [data.identifier] } : null
  } catch {
    return null
  }
}

/** What an event lists (NIP-02, NIP-51): keys, or the words of a mute list. */
export const listedIn = ({ tags }: Pick<NostrEvent, 'tags'>, name: 'p' | 'word'): string[] => [
  ...new Set(tags.flatMap(([tag, value = '']) => (tag === name && value !== '' ? [value] : []))),
]

/** An event as JSON, as clients show and copy it. */
export function isEvent(json: unknown): json is Pick<NostrEvent, 'kind' | 'tags'> {
  if (typeof json !== 'object' || json === null) return false
  const { kind, tags } = json as Record<string, unknown>
  return typeof kind === 'number' && Array.isArray(tags) && tags.every(Array.isArray)
}
