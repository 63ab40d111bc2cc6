import { decode, npubEncode } from 'nostr-tools/nip19'

const hexKey = /^[0-9a-f]{64}$/i

/** Lower-case hex of a public key given as hex or npub with checksum (NIP-19); null if invalid. */
export function readPubkey(text: string): string | null {
  const key = text.trim().replace(/^nostr:/, '')
  if (hexKey.test(key)) return key.toLowerCase()
  if (!key.startsWith('npub1')) return null
  try {
    const { type, data } = decode(key)
    return type === 'npub' ? data : null
  } catch {
    return null
  }
}

export const npubOf = (pubkeyHex: string): string => npubEncode(pubkeyHex)
