import type { NostrEvent } from '@hornets/contract'

/**
 * What one reader may have, as plain data: an engine applies it inside its queries, so that limits and counts are those
 * of what the reader can see. The read policy makes it; every question to the store carries one.
 */
export interface ReadScope {
  /** Kinds that only their author and the keys in their p tags get. */
  readonly partyKinds: readonly number[]
  /** Public keys that the reader has proved to hold (NIP-42), in hex. */
  readonly keys: readonly string[]
}

/** Public keys of an event's author and of its p tags. */
export function partiesOf({ pubkey, tags }: Pick<NostrEvent, 'pubkey' | 'tags'>): Set<string> {
  const parties = new Set([pubkey])
  for (const [name, value] of tags) if (name === 'p' && value !== undefined) parties.add(value)
  return parties
}

/** For the relay itself and its operators. */
export const readAll: ReadScope = { partyKinds: [], keys: [] }

/** Whether the reader may have the event. */
export function isInScope(scope: ReadScope, event: Pick<NostrEvent, 'kind' | 'pubkey' | 'tags'>): boolean {
  if (!scope.partyKinds.includes(event.kind)) return true
  if (scope.keys.includes(event.pubkey)) return true
  return event.tags.some(([name, value]) => name === 'p' && value !== undefined && scope.keys.includes(value))
}
