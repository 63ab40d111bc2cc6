import type { NostrEvent } from '@hornets/contract'
import { type Refusal, refuse } from './refusal.ts'

/** What the relay itself publishes. From anyone else it would pass for the relay's word; a new publisher adds its kind. */
const relayKinds: ReadonlyMap<number, string> = new Map([
  [411, 'subscription tiers'],
  [555, 'verified handles'],
  [888, 'subscriptions'],
  [19_841, 'moderation tickets'],
  [19_843, 'answers to disputes'],
])

/** `relayPubkey` is the relay's own key, in hex. */
export function checkRelayKind(event: NostrEvent, relayPubkey: () => string): Refusal | null {
  const name = relayKinds.get(event.kind)
  if (name === undefined || event.pubkey === relayPubkey()) return null
  return refuse(`restricted: kind ${event.kind} (${name}) is published by the relay itself`)
}
