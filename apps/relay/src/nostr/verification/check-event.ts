import { hash } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import type { VerifySchnorr } from './schnorr.ts'

/**
 * What the check of an event found. `plain`: it is right, and its JSON is the shortest way to write it. `right`: it is
 * right, but its JSON holds more than what was signed (other members, doubled ones, white space).
 */
export type Verdict = 'wrong-id' | 'wrong-signature' | 'right' | 'plain'

/** Members of an event, in no order (NIP-01). */
const members = 7

/** The event's shape must have been found right before. */
export function checkEvent(json: string, verify: VerifySchnorr): Verdict {
  const event = JSON.parse(json) as NostrEvent
  const id = hash('sha256', serialise(event), 'buffer')
  if (id.toString('hex') !== event.id) return 'wrong-id'
  if (!verify(Buffer.from(event.sig, 'hex'), id, Buffer.from(event.pubkey, 'hex'))) return 'wrong-signature'
  const plain = Object.keys(event).length === members && JSON.stringify(event).length === json.length
  return plain ? 'plain' : 'right'
}

/** What an event's id is the hash of (NIP-01). */
function serialise({ pubkey, created_at, kind, tags, content }: NostrEvent): string {
  return JSON.stringify([0, pubkey, created_at, kind, tags, content])
}
