import type { NostrEvent } from '@hornets/contract'
import type { Peer } from '../../transfers/copy/peer.ts'

const pageEvents = 500
const pageMax = 10_000

/** What another relay has of a filter, whatever it gives at a time; at most so many, newest first. Throws ApiError. */
export async function storedByPages(peer: Peer, filter: object, max: number): Promise<NostrEvent[]> {
  const found = new Map<string, NostrEvent>()
  for (let until: number | undefined; found.size < max; ) {
    const asked = { ...filter, limit: pageEvents, ...(until !== undefined && { until }) }
    const page = (await peer.stored(asked, pageMax)).filter(isEvent)
    const before = found.size
    for (const event of page) found.set(event.id, event)
    if (page.length === 0) break
    const oldest = Math.min(...page.map(({ created_at }) => created_at))
    // Events of one second can be on both pages: the next one begins before it only when this one brought nothing new.
    until = found.size > before ? oldest : oldest - 1
  }
  return [...found.values()]
}

/** A stranger's. */
function isEvent(event: unknown): event is NostrEvent {
  const { id, created_at, tags, kind, pubkey } = (event ?? {}) as Partial<NostrEvent>
  const isTyped = typeof id === 'string' && typeof pubkey === 'string' && Number.isSafeInteger(kind)
  return isTyped && Number.isSafeInteger(created_at) && Array.isArray(tags) && tags.every(Array.isArray)
}
