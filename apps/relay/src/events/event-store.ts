import type { NostrEvent } from '@hornets/contract'
import type { StoreChange } from './change.ts'
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
  /** True keeps all of the reading off the thread that asks: for what was not to be had at once. */
  readonly isAside?: boolean
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
  /** Resolves once the event is durable. Throws EventStoreFull where there is no room. */
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
  /** The same as one batch, where that takes no more than a moment of the thread that asks; null where it may not. */
  queryAtOnce(filters: readonly Filter[], options: QueryOptions): EventBatch | null
  /** How many events match any of the filters, limits apart (NIP-45). Throws QueryTooCostly, and when it is stopped. */
  count(filters: readonly Filter[], options: CountOptions): Promise<number>
  /** The same where that takes no more than a moment; null where it may not. */
  countAtOnce(filters: readonly Filter[], options: CountOptions): number | null
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
  /** What commits changed after the change of this number, in order, at most `max`; for those who count. */
  changesAfter(number: number, max: number): Promise<readonly StoreChange[]>
  /** Those who count have kept all changes up to this number. */
  forgetChanges(upTo: number): Promise<void>
  /** Called when there are new changes. Returns its undoing. */
  onChange(listener: () => void): () => void
  /** Brings text index and expiry (NIP-40) up to date now instead of in their own time. */
  catchUp(): Promise<void>
  /** Resolves once what has been handed in is durable. */
  close(): Promise<void>
}

export class QueryTooCostly extends Error {
  override readonly name = 'QueryTooCostly'
}

/** The disk or the store is full; what is there can be read and removed. */
export class EventStoreFull extends Error {
  override readonly name = 'EventStoreFull'
}
