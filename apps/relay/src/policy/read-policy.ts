import type { NostrEvent } from '@hornets/contract'
import { giftWrapKinds } from '../events/event-kinds.ts'
import type { Filter } from '../events/filter.ts'
import { partiesOf, type ReadScope } from '../events/read-scope.ts'
import { type Refusal, refuse } from './refusal.ts'

// Who gets which event. Everything on its way out is judged here: REQ and COUNT by a scope that the store applies inside
// the query, live events by their audience. A new rule on reading is one more field of the scope and one more line here.

/** Keys that a reader has proved to hold (NIP-42). Those that it proves later count from then on. */
export type ReaderKeys = ReadonlySet<string>

/** Who gets an event: the holders of these keys; null = everyone. */
export type Audience = ReadonlySet<string> | null

const encryptedMessageKind = 4
/** What a subscriber has here; the relay writes it, its p tag names the subscriber. */
const subscriptionKind = 888

/** Kinds that only their author and the keys in their p tags get (NIP-04, NIP-17, NIP-59). */
const partyKinds: readonly number[] = [encryptedMessageKind, subscriptionKind, ...giftWrapKinds]

/** What a reader may have, for a question to the store. */
export function readScopeOf(keys: ReaderKeys): ReadScope {
  return { partyKinds, keys: [...keys] }
}

/** Who gets the event as it arrives. Found once an event, and compared with the keys of each receiver. */
export function audienceOf(event: NostrEvent): Audience {
  return partyKinds.includes(event.kind) ? partiesOf(event) : null
}

export function isInAudience(audience: Audience, keys: ReaderKeys): boolean {
  return audience === null || !keys.isDisjointFrom(audience)
}

/**
 * Why a REQ or COUNT is refused: all of its filters ask only for what this reader can't have. Null = it is answered. A
 * filter that also matches other events is answered with those.
 */
export function judgeFilters(filters: readonly Filter[], keys: ReaderKeys): Refusal | null {
  if (reachableOf(filters, keys).length > 0) return null
  return keys.size === 0
    ? refuse('auth-required: private messages go only to their author and recipients', 401)
    : refuse('restricted: private messages go only to their author and recipients')
}

/**
 * What of these filters can match something that the reader gets: the store is not made to look through what it would
 * leave out. For stored events alone; a reader that signs in later gets more of what arrives.
 */
export function reachableOf(filters: readonly Filter[], keys: ReaderKeys): readonly Filter[] {
  const within = filters.filter(filter => !isOutOfReach(filter, keys))
  if (keys.size > 0) return within
  const isPublic = (kind: number) => !partyKinds.includes(kind)
  return within.map(filter => (filter.kinds ? { ...filter, kinds: filter.kinds.filter(isPublic) } : filter))
}

function isOutOfReach({ kinds = [], authors, tags = [] }: Filter, keys: ReaderKeys): boolean {
  if (kinds.length === 0 || !kinds.every(kind => partyKinds.includes(kind))) return false
  if (keys.size === 0) return true
  const recipients = tags.find(([letter]) => letter === 'p')?.[1]
  const isNobodyOf = (list: readonly string[] | undefined) => list !== undefined && !list.some(key => keys.has(key))
  return isNobodyOf(authors) && isNobodyOf(recipients)
}
