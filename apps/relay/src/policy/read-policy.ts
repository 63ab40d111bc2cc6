import type { NostrEvent } from '@hornets/contract'
import { isAtLeast, type Role } from '@hornets/contract/roles'
import { giftWrapKinds, isPreference } from '../events/event-kinds.ts'
import type { Filter } from '../events/filter.ts'
import { partiesOf, type ReadScope } from '../events/read-scope.ts'
import { publishedKinds } from '../publisher/published-kinds.ts'
import { inviteKind } from './access-requests.ts'
import { type Refusal, refuse } from './refusal.ts'

// REQ and COUNT are judged by a scope that the store applies inside the query, live events by their audience.

/** Keys authenticated by a reader (NIP-42). Keys added later apply from then on. */
export type ReaderKeys = ReadonlySet<string>

/** The keys that receive an event; null = everyone. */
export type Audience = ReadonlySet<string> | null

const encryptedMessageKind = 4
/** An author's dispute of a block: for the relay. */
const disputeKind = 19_842
/** The relay's account events are for the subscriber alone. */
const accountKinds: readonly number[] = publishedKinds
  .filter(({ readers }) => readers === 'parties')
  .map(({ kind }) => kind)
/** NIP-04, NIP-17, NIP-59, and those that the relay publishes. */
export const partyKinds: readonly number[] = [encryptedMessageKind, disputeKind, ...giftWrapKinds, ...accountKinds]

/** Only their parties may read these events, preferences only their author. */
export const isPrivate = (event: Pick<NostrEvent, 'kind' | 'tags'>): boolean =>
  partyKinds.includes(event.kind) || isPreference(event)

/** What an admin reads in the console: of private messages nothing below owner, of accounts and preferences nothing. */
export const consoleScopeOf = (role: Role): ReadScope => ({
  partyKinds: isAtLeast(role, 'owner') ? accountKinds : partyKinds,
  hidesPreferences: true,
  keys: [],
  held: 'all',
})

/** `moderation`: whether events that wait for a judgement are shown to their authors alone (strict), or to everybody. */
export function readScopeOf(keys: ReaderKeys, moderation: 'strict' | 'passive'): ReadScope {
  return { partyKinds, hidesPreferences: true, keys: [...keys], held: moderation === 'strict' ? 'own' : 'pending' }
}

/** The audience of an arriving event. Computed once per event and compared with each receiver's keys. */
export function audienceOf(event: NostrEvent): Audience {
  if (isPreference(event)) return new Set([event.pubkey])
  return partyKinds.includes(event.kind) ? partiesOf(event) : null
}

export const authorAlone = ({ pubkey }: NostrEvent): Audience => new Set([pubkey])

export function isInAudience(audience: Audience, keys: ReaderKeys): boolean {
  return audience === null || !keys.isDisjointFrom(audience)
}

/** Who the members are is for those who can read. */
const memberKinds: readonly number[] = [13_534, 33_534]
const askedKinds = publishedKinds.map(({ kind }) => kind).filter(kind => !memberKinds.includes(kind))
const relayKinds: ReadonlySet<number> = new Set([...askedKinds, inviteKind])

/** Tiers, a subscriber's account, tickets: everybody can ask, since they say how to become a reader. */
export function asksTheRelay(filters: readonly Filter[]): boolean {
  return filters.every(({ kinds = [] }) => kinds.length > 0 && kinds.every(kind => relayKinds.has(kind)))
}

/** A reader without a key asks only for private kinds. Null: answered, with what the scope allows. */
export function judgeFilters(filters: readonly Filter[], keys: ReaderKeys): Refusal | null {
  if (reachableOf(filters, keys).length > 0) return null
  return refuse('read', 'auth-required: private messages go only to their author and recipients', { status: 401 })
}

/** So that the store does not search in vain. Stored events only: who authenticates later sees more of what arrives. */
export function reachableOf(filters: readonly Filter[], keys: ReaderKeys): readonly Filter[] {
  if (keys.size > 0) return filters
  const isPublic = (kind: number) => !partyKinds.includes(kind)
  return filters.flatMap(filter => {
    if (!filter.kinds || filter.kinds.length === 0) return [filter]
    const kinds = filter.kinds.filter(isPublic)
    return kinds.length === 0 ? [] : [{ ...filter, kinds }]
  })
}
