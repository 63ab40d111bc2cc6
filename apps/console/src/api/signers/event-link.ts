import { decode } from 'nostr-tools/nip19'

/** The id of an event in hex, as note or as nevent; null for anything else. */
export function readEventId(text: string): string | null {
  if (/^[0-9a-f]{64}$/.test(text)) return text
  try {
    const { type, data } = decode(text)
    if (type === 'note') return data
    return type === 'nevent' ? data.id : null
  } catch {
    return null
  }
}
