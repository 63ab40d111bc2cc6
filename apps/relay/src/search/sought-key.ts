import { decode } from 'nostr-tools/nip19'

/** Shorter beginnings match too many. */
const lettersMin = 4

/** The key that an npub or nprofile encodes (NIP-19, NIP-21), or 64 hex characters; undefined for anything else. */
export function keyIn(text: string): string | undefined {
  const given = text.replace(/^nostr:/i, '').toLowerCase()
  if (/^[0-9a-f]{64}$/.test(given)) return given
  if (!/^n(pub|profile)1/.test(given)) return undefined
  try {
    const decoded = decode(given)
    if (decoded.type === 'npub') return decoded.data
    return decoded.type === 'nprofile' ? decoded.data.pubkey : undefined
  } catch {
    return undefined
  }
}

/** The beginning of a key or hash, in lower case; undefined if it is too short or not hex. */
export function hexBeginning(text: string): string | undefined {
  return text.length >= lettersMin && /^[0-9a-f]{1,64}$/i.test(text) ? text.toLowerCase() : undefined
}

/** The beginning of a key or of an address, bare or in a payment link (BIP 21); undefined for anything else. */
export function addressBeginning(text: string): string | undefined {
  const start = text.replace(/^bitcoin:/i, '').split('?', 1)[0] ?? ''
  if (start.length < lettersMin || !/^[0-9a-z]+$/i.test(start)) return undefined
  // Base58 has capitals, hex and Bech32 do not.
  return /^(bc1|tb1|bcrt1|[0-9a-f]+$)/i.test(start) ? start.toLowerCase() : start
}
