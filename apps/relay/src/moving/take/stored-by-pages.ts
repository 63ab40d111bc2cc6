import type { NostrEvent } from '@hornets/contract'
import type { Peer } from '../../transfers/copy/peer.ts'

const pageEvents = 500
const pageMax = 10_000
const pagesMax = 2000

/** What another relay has of a filter, page by page, newest first; at most so many. Throws ApiError. */
export async function* storedByPages(
  peer: Pick<Peer, 'stored'>,
  filter: object,
  max: number,
): AsyncGenerator<readonly NostrEvent[]> {
  let until = Number.MAX_SAFE_INTEGER
  let seen = new Set<string>()
  let count = 0
  for (let pages = 0; pages < pagesMax && count < max; pages += 1) {
    const asked = { ...filter, limit: pageEvents, ...(pages > 0 && { until }) }
    const page = (await peer.stored(asked, pageMax)).filter(event => isEvent(event) && event.created_at <= until)
    if (page.length === 0) return
    const fresh = page.filter(({ id }) => !seen.has(id))
    count += fresh.length
    if (fresh.length > 0) yield fresh
    const oldest = page.reduce((least, { created_at }) => Math.min(least, created_at), until)
    // Events of one second can be on both pages: the next one begins before it only when this one brought nothing new.
    until = fresh.length > 0 ? oldest : oldest - 1
    seen = new Set(page.filter(({ created_at }) => created_at === until).map(({ id }) => id))
  }
}

function isEvent(event: unknown): event is NostrEvent {
  const { id, created_at, tags, kind, pubkey } = (event ?? {}) as Partial<NostrEvent>
  const isTyped = typeof id === 'string' && typeof pubkey === 'string' && Number.isSafeInteger(kind)
  return isTyped && Number.isSafeInteger(created_at) && Array.isArray(tags) && tags.every(Array.isArray)
}
