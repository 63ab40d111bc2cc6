import { hash } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import type { EventStore, QueryOptions } from '../../src/events/event-store.ts'
import type { Filter } from '../../src/events/filter.ts'
import { readAll } from '../../src/events/read-scope.ts'

export function hex(name: string): string {
  return hash('sha256', name)
}

/** An event with a correct id and an invalid signature, which stores do not check. */
export function draft(parts: Partial<NostrEvent> = {}): NostrEvent {
  const event = { pubkey: hex('alice'), created_at: 1_700_000_000, kind: 1, tags: [], content: '', ...parts }
  const { pubkey, created_at, kind, tags, content } = event
  const id = parts.id ?? hash('sha256', JSON.stringify([0, pubkey, created_at, kind, tags, content]))
  return { ...event, id, sig: '0'.repeat(128) }
}

export function save(store: EventStore, event: NostrEvent) {
  return store.save({ event, json: JSON.stringify(event) })
}

/** Ids of a query's results; without a scope everything counts. */
export async function idsOf(
  store: EventStore,
  filters: readonly Filter[],
  options: Partial<QueryOptions> = {},
): Promise<string[]> {
  const ids: string[] = []
  for await (const batch of store.query(filters, { scope: readAll, ...options })) {
    for (const json of batch.texts()) ids.push((JSON.parse(json) as NostrEvent).id)
  }
  return ids
}
