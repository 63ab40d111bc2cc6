import { hash } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import { CanonicalEvent } from '../../events/canonical-event.ts'
import type { VerifySchnorr } from './verify-schnorr.ts'

/** `plain`: the JSON is canonical. `right`: valid but written differently (order, escapes, numbers, white space). */
export type Verdict = 'wrong-id' | 'wrong-signature' | 'right' | 'plain'

/** The event's shape must be checked before. */
export function checkEvent(json: string, verify: VerifySchnorr): Verdict {
  const event = JSON.parse(json) as NostrEvent
  const canonical = new CanonicalEvent(event)
  const id = hash('sha256', canonical.signed, 'buffer')
  if (id.toString('hex') !== event.id) return 'wrong-id'
  if (!verify(Buffer.from(event.sig, 'hex'), id, Buffer.from(event.pubkey, 'hex'))) return 'wrong-signature'
  return canonical.json === json ? 'plain' : 'right'
}
