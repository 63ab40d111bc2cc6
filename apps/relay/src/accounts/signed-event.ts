import type { NostrEvent } from '@hornets/contract'
import { schnorr } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { getEventHash } from 'nostr-tools'

/** Is the id the hash of the event, and the signature its author's? (NIP-01, BIP-340) Takes a few milliseconds. */
export function isSignedByItsAuthor(event: NostrEvent): boolean {
  if (getEventHash(event) !== event.id) return false
  return schnorr.verify(hexToBytes(event.sig), hexToBytes(event.id), hexToBytes(event.pubkey))
}
