import { createHash } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import { schnorr } from '@noble/curves/secp256k1.js'

/** Whether the id is the event's hash and the signature its author's (NIP-01, BIP 340). */
export function isSignedByItsAuthor(event: NostrEvent): boolean {
  const { pubkey, created_at, kind, tags, content } = event
  const serialised = JSON.stringify([0, pubkey, created_at, kind, tags, content])
  if (createHash('sha256').update(serialised).digest('hex') !== event.id) return false
  try {
    return schnorr.verify(Buffer.from(event.sig, 'hex'), Buffer.from(event.id, 'hex'), Buffer.from(pubkey, 'hex'))
  } catch {
    return false
  }
}
