import type { NostrEvent } from '@hornets/contract'
import type { RelayTransaction } from '../database/relay-database.ts'
import type { EventBatch } from './event-batch.ts'
import type { Filter } from './filter.ts'
import type { ReadScope } from './read-scope.ts'

/** An event whose shape, id and signature are right, with the JSON under which it is kept and sent. */
export interface IncomingEvent {
  readonly event: NostrEvent
  readonly json: string
}

/**
 * What became of an event: stored; had already; superseded by a newer version of it (NIP-01); deleted before by its
 * author or, if it is a gift wrap, its recipient (NIP-09, NIP-59), vanished with its owner (NIP-62) or removed by the
 * operator.
 */
export type SaveOutcome = 'stored' | 'duplicate' | 'older' | 'deleted'

export interface CountOptions {
  /** What the reader may have; `readAll` for the relay itself. */
  readonly scope: ReadScope
  /** Stops a reading that nobody waits for any more. */
  readonly signal?: AbortSignal
}

export interface QueryOptions extends CountOptions {
  /** Nothing that was stored after this mark; see `EventStore.mark`. */
  readonly upTo?: number
}

/**
 * Where events are kept. Async throughout, so that a server's database can be a second form of it. Ephemeral events
 * never come here.
 */
export interface EventStore {
  /** Resolves once the event is durable. */
  save(incoming: IncomingEvent): Promise<SaveOutcome>
  /**
   * Stands for everything stored until now: a query up to the mark and the events saved after it together make the
   * whole, without a gap and nothing twice.
   */
  mark(): number
  /**
   * The events that match any of the filters, each once, newest first (same second: lower id first), each
   * filter up to its own limit; filters with `search` first, best match first. In batches; the next one is read when it
   * is asked for. Throws QueryTooCostly when the time for one query is over.
   */
  query(filters: readonly Filter[], options: QueryOptions): AsyncIterable<EventBatch>
  /** How many events match any of the filters, limits apart (NIP-45). Throws QueryTooCostly, and when it is stopped. */
  count(filters: readonly Filter[], options: CountOptions): Promise<number>
  /** JSON of one event, whatever its age; null when it is not there. */
  find(id: string): Promise<string | null>
  /** Takes one event out; it may come back unless `ban` is set. False when it was not there. */
  removeById(id: string, options?: { ban?: boolean }): Promise<boolean>
  /** Takes out all that an author wrote, in batches, so that nobody waits for it. Resolves with their number. */
  removeByAuthor(pubkey: string): Promise<number>
  /**
   * A request to vanish (NIP-62): removes all that the key wrote up to `until` (Unix seconds) and all gift wraps for it
   * of that time, and remembers it, so that none of it is saved again. Requests to vanish stay (kind 62). The newest
   * `until` of a key counts. Resolves with the number of events removed, once they are gone for good.
   */
  vanish(pubkey: string, until: number): Promise<number>
  /** Resolves once what has been handed in is durable. */
  close(): Promise<void>
}

export class QueryTooCostly extends Error {
  override readonly name = 'QueryTooCostly'
}

/** What the statistics are told of an event that comes or goes. */
export interface EventFacts {
  readonly kind: number
  /** UTF-8 length of the JSON that is kept. */
  readonly bytes: number
  /** Unix seconds of arrival. */
  readonly receivedAt: number
  readonly pubkey: string
  readonly event: NostrEvent
}

/** Keeps counters; called inside the transaction that stores or removes, so that they never part from the store. */
export interface EventTally {
  eventStored(tx: RelayTransaction, facts: EventFacts): void
  eventRemoved(tx: RelayTransaction, facts: EventFacts): void
}
