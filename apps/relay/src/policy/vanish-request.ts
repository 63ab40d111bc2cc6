import type { NostrEvent } from '@hornets/contract'
import { type Refusal, refuse } from './refusal.ts'

const everyRelay = 'ALL_RELAYS'

/**
 * A request to vanish applies if one of its relay tags names this relay or all (NIP-62). Others are refused: OK would
 * promise a deletion that does not happen.
 */
export function checkVanishRequest(event: NostrEvent, isNamed: (address: string) => boolean): Refusal | null {
  const relays = event.tags.flatMap(([name, value]) => (name === 'relay' && value !== undefined ? [value] : []))
  if (relays.some(relay => relay === everyRelay || isNamed(relay))) return null
  return refuse(`invalid: this request to vanish names neither this relay nor ${everyRelay}`)
}
