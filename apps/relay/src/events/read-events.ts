import type { NostrEvent } from '@hornets/contract'
import type { EventStore } from './event-store.ts'
import type { Filter } from './filter.ts'
import { type ReadScope, readAll } from './read-scope.ts'

export async function readEvents(
  events: Pick<EventStore, 'query'>,
  filters: readonly Filter[],
  limit: number,
  signal: AbortSignal,
  scope: ReadScope = readAll,
): Promise<NostrEvent[]> {
  const found: NostrEvent[] = []
  if (filters.length === 0) return found
  for await (const batch of events.query(
    filters.map(filter => ({ ...filter, limit })),
    { scope, signal },
  )) {
    for (const json of batch.texts()) found.push(JSON.parse(json))
    if (found.length >= limit) break
  }
  return found.slice(0, limit)
}
