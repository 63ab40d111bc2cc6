import type { NostrEvent } from '@hornets/contract'
import type { EventStore } from '../../events/event-store.ts'
import { readAll } from '../../events/read-scope.ts'
import type { FindFollows } from './trust-graph.ts'

export const followListKind = 3
const author = /"pubkey":"([0-9a-f]{64})"/
/** In a text within the event the quotation marks are escaped, so it matches tags only. */
const followed = /\["p","([0-9a-f]{64})"/g

/** Reads follow lists from the store; from the text, since parsing long ones takes ten times as long. */
export function findFollowsIn(events: Pick<EventStore, 'query'>): FindFollows {
  return async function* (authors) {
    const filter = { kinds: [followListKind], authors: [...authors], limit: authors.length }
    for await (const batch of events.query([filter], { scope: readAll, isAside: true }))
      for (const json of batch.texts()) {
        const pubkey = author.exec(json)?.[1]
        if (pubkey !== undefined) yield [pubkey, Array.from(json.matchAll(followed), ([, key = '']) => key)] as const
      }
  }
}

export const followsOf = ({ tags }: Pick<NostrEvent, 'tags'>): string[] =>
  tags.flatMap(([name, key]) => (name === 'p' && /^[0-9a-f]{64}$/.test(key ?? '') ? [key ?? ''] : []))
