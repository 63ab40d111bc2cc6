import type { NostrEvent } from '@hornets/contract'
import { publishedKinds } from '../publisher/published-kinds.ts'
import { type Refusal, refuse } from './refusal.ts'

/** Kinds that only the relay publishes. From others they could be mistaken for its word. */
const names: ReadonlyMap<number, string> = new Map(publishedKinds.map(({ kind, name }) => [kind, name]))

/** `relayPubkey` is the relay's own key, hex. */
export function checkRelayKind(event: NostrEvent, relayPubkey: () => string): Refusal | null {
  const name = names.get(event.kind)
  if (name === undefined || event.pubkey === relayPubkey()) return null
  return refuse(`restricted: kind ${event.kind} (${name}) is published by the relay itself`)
}
