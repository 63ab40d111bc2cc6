import type { NostrEvent } from '@hornets/contract'
import { isPreference, preferenceKind } from './event-kinds.ts'

/** Plain data: engines apply it inside queries, so that limits and counts refer to what the reader sees. */
export interface ReadScope {
  /** Kinds that only their author and the keys in their p tags can read. */
  readonly partyKinds: readonly number[]
  /** Whether others' preferences (kind 10010 with an `enabled` tag) are left out. */
  readonly hidesPreferences: boolean
  /** Public keys that the reader has authenticated (NIP-42), hex. */
  readonly keys: readonly string[]
  /** Who sees events that wait: 'own': their authors; 'pending': everybody; 'all', with blocked ones: the relay. */
  readonly held: 'own' | 'pending' | 'all'
}

export function partiesOf({ pubkey, tags }: Pick<NostrEvent, 'pubkey' | 'tags'>): Set<string> {
  const parties = new Set([pubkey])
  for (const [name, value] of tags) if (name === 'p' && value !== undefined) parties.add(value)
  return parties
}

/** Kinds of which a reader with this scope may not see every event. */
export function partlySeenKinds({ partyKinds, hidesPreferences }: ReadScope): readonly number[] {
  return hidesPreferences ? [...partyKinds, preferenceKind] : partyKinds
}

/** For the relay itself and its operators. */
export const readAll: ReadScope = { partyKinds: [], hidesPreferences: false, keys: [], held: 'all' }

export function isInScope(scope: ReadScope, event: Pick<NostrEvent, 'kind' | 'pubkey' | 'tags'>): boolean {
  if (scope.hidesPreferences && isPreference(event)) return scope.keys.includes(event.pubkey)
  if (!scope.partyKinds.includes(event.kind)) return true
  if (scope.keys.includes(event.pubkey)) return true
  return event.tags.some(([name, value]) => name === 'p' && value !== undefined && scope.keys.includes(value))
}
