import { bech32 } from '@scure/base'

/** For people (NIP-19). */
export function npubOf(pubkey: string): string {
  return bech32.encode('npub', bech32.toWords(Buffer.from(pubkey, 'hex')), 90)
}

/** Lower-case hex of a Nostr public key given as hex or npub (NIP-19); null if invalid. */
export function toPubkeyHex(given: string): string | null {
  const text = given.trim().toLowerCase()
  if (/^[0-9a-f]{64}$/.test(text)) return text
  const decoded = bech32.decodeUnsafe(text, 90)
  const bytes = decoded?.prefix === 'npub' ? bech32.fromWordsUnsafe(decoded.words) : undefined
  return bytes?.length === 32 ? Buffer.from(bytes).toString('hex') : null
}
