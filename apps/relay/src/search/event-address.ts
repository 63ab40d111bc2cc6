import { decode as decodeName } from 'nostr-tools/nip19'
import type { Filter } from '../events/filter.ts'

/** 64 hex characters can be a key or an id; NIP-19 and NIP-21 say which. Undefined: searched as words. */
export function filtersOfAddress(text: string): readonly Filter[] | undefined {
  const given = text.replace(/^nostr:/i, '')
  if (/^[0-9a-f]{64}$/i.test(given)) {
    const hex = given.toLowerCase()
    return [{ ids: [hex] }, { authors: [hex] }]
  }
  if (!/^(npub|nprofile|note|nevent|naddr)1[02-9ac-hj-np-z]+$/i.test(given)) return undefined
  const decoded = decode(given.toLowerCase())
  switch (decoded?.type) {
    case 'npub':
      return [{ authors: [decoded.data] }]
    case 'nprofile':
      return [{ authors: [decoded.data.pubkey] }]
    case 'note':
      return [{ ids: [decoded.data] }]
    case 'nevent':
      return [{ ids: [decoded.data.id] }]
    case 'naddr': {
      const { pubkey, kind, identifier } = decoded.data
      return [{ authors: [pubkey], kinds: [kind], tags: [['d', [identifier]]] }]
    }
    default:
      // The right form with a wrong checksum: neither an address nor words.
      return []
  }
}

function decode(address: string) {
  try {
    return decodeName(address)
  } catch {
    return undefined
  }
}
