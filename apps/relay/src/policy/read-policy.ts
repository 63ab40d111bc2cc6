import type { NostrEvent } from '@hornets/contract'
import { giftWrapKinds } from '../events/event-kinds.ts'
import type { Filter } from '../events/filter.ts'
import { partiesOf, type ReadScope } from '../events/read-scope.ts'
import { publishedKinds } from '../publisher/published-kinds.ts'
import { type Refusal, refuse } from './refusal.ts'

// Who gets which event. Everything on its way out is judged here: REQ and COUNT by a scope that the store applies inside
// the query, live events by their audience. A new rule on reading is one more field of the scope and one more line here.

/** Keys that a reader has proved to hold (NIP-42). Those that it proves later count from then on. */
export type ReaderKeys = ReadonlySet<string>

/** Who gets an event: the holders of these keys; null = everyone. */
export type Audience = ReadonlySet<string> | null

const encryptedMessageKind = 4
/** Kinds that only their author and the keys in their p tags get (NIP-04, NIP-17, NIP-59), and so of the relay's own. */
const partyKinds: readonly number[] = [
  encryptedMessageKind,
  ...giftWrapKinds,
  ...publishedKinds.filter(({ readers }) => readers === 'parties').map(({ kind }) => kind),
]

/** Events of these kinds are only their parties' to read: what a relay holds of them is nothing for its admins. */
export const isPrivateKind = (kind: number): boolean => partyKinds.includes(kind)

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
 * Why a REQ or COUNT is refused: a reader without a key asks only for what none of them gets. Null = it is answered. A
 * filter that also matches other events is answered with those. Readers with a key get what their scope leaves of it:
 * also another's message may be addressed to them as well.
 */
export function judgeFilters(filters: readonly Filter[], keys: ReaderKeys): Refusal | null {
  if (reachableOf(filters, keys).length > 0) return null
  return refuse('auth-required: private messages go only to their author and recipients', 401)
}

/**
 * What of these filters can match something that the reader gets: the store is not made to look through what it would
 * leave out. For stored events alone; a reader that signs in later gets more of what arrives.
 */
export function reachableOf(filters: readonly Filter[], keys: ReaderKeys): readonly Filter[] {
  if (keys.size > 0) return filters
  const isPublic = (kind: number) => !partyKinds.includes(kind)
  return filters.flatMap(filter => {
    if (!filter.kinds || filter.kinds.length === 0) return [filter]
    const kinds = filter.kinds.filter(isPublic)
    return kinds.length === 0 ? [] : [{ ...filter, kinds }]
  })
}
