import { messages, type NostrEvent } from '@hornets/contract'
import { ApiError } from '@hornets/server/api-error'
import type { Logger } from '@hornets/server/process/logger'
import type { Rounds } from '@hornets/server/rounds'
import type { EventBatch, Margins } from './event-batch.ts'
import type { Filter } from './filter.ts'
import type { StoreChange, StoredAuthors } from './journal/change.ts'
import type { BannedEvents, BannedPage } from './layout/banned.ts'
import type { HeldState } from './layout/held.ts'
import type { ReadScope } from './read-scope.ts'

/** What every engine is opened with. */
export interface EngineOptions {
  readonly now: () => number
  readonly log: Logger
  /** Where expired events are removed; of its own by default. */
  readonly rounds?: Rounds
  /** Whether the disk has room; asked for each event. */
  readonly hasRoom?: () => boolean
  /** Time of one query in ms, with LMDB of computing; default 2,000. */
  readonly queryMillisMax?: number
}

export const sweepEveryMillis = 30_000
/** Changes kept after they were counted: a copy of the counters can be older than one of the events. */
export const changesKept = 20_000

/** An event with checked shape, id and signature, and the JSON that is stored and sent. */
export interface IncomingEvent {
  readonly event: NostrEvent
  readonly json: string
  /** Removed then, as if it expired (NIP-40): Unix seconds. Undefined: its own expiry alone applies. */
  readonly keptUntil?: number | undefined
  /** It is stored as 'pending': a judgement decides who sees it. */
  readonly isHeld?: boolean
  /** With whom its sender shares turns. */
  readonly sharer?: unknown
}

/**
 * The result of saving: stored; already there; superseded by a newer version (NIP-01); deleted earlier by its author
 * or, for a gift wrap, its recipient (NIP-09, NIP-59), vanished with its owner (NIP-62) or removed by the operator.
 */
export type SaveOutcome = 'stored' | 'duplicate' | 'older' | 'deleted'

export interface CountOptions {
  /** What the reader can see; `readAll` for the relay itself. */
  readonly scope: ReadScope
  /** Stops a read that is no longer needed. */
  readonly signal?: AbortSignal
  /** True keeps the whole read off the calling thread: for queries that could not be answered inline. */
  readonly isAside?: boolean
}

/**
 * What ends a read that takes long: its time is limited; what was found by then is given before it fails; or nothing does,
 * for jobs, which give way to others in between.
 */
export type ReadTime = 'limited' | 'given' | 'unlimited'

export interface QueryOptions extends CountOptions {
  /** Nothing stored after this mark; see `EventStore.mark`. */
  readonly upTo?: number
  readonly time?: ReadTime
  /** Batches with these margins, in memory that is used again: see `EventBatch.release`. */
  readonly margins?: Margins
}

export interface Measured {
  readonly count: number
  /** UTF-8 length of their JSON. */
  readonly bytes: number
  /** False: the time was over, and there are perhaps more. */
  readonly isAll: boolean
}

export interface RecentWriters {
  /** Unix seconds of `created_at`. */
  readonly since: number
  /** Keys that are not counted, hex. */
  readonly except: Iterable<string>
  /** Events looked at, newest first. */
  readonly eventsMax: number
}

export interface WriterCount {
  readonly writers: number
  /** False: there are more events than were looked at, and perhaps more writers. */
  readonly isAll: boolean
}

export interface Arrival {
  readonly json: string
  /** Unix seconds. */
  readonly receivedAt: number
}

/** Of answers that are kept for the same query. */
export interface CacheSettings {
  readonly isOn: boolean
  readonly entriesMax: number
  readonly ttlSeconds: number
}

export interface CacheState {
  readonly entries: number
  readonly hits: number
  readonly misses: number
  readonly bytes: number
}

/**
 * The event store. All asynchronous, so that a database server could implement it. Ephemeral events are never stored.
 */
export interface EventStore {
  /** The last event found no room in the file, although the disk has some. */
  readonly isFull: boolean
  /** Resolves once the event is durable. Throws EventStoreFull if there is no room. */
  save(incoming: IncomingEvent): Promise<SaveOutcome>
  /**
   * Marks everything stored so far: a query up to the mark and the events saved after it together are complete, without
   * duplicates.
   */
  mark(): number
  /**
   * Events that match any filter, each once, newest first (same second: lower id first), each filter up to its own
   * limit; filters with `search` come first, best match first. In batches, each read on demand. Throws QueryTooCostly
   * when the query's time is used up.
   */
  query(filters: readonly Filter[], options: QueryOptions): AsyncIterable<EventBatch>
  /** The same as one batch if it takes only a moment on the calling thread; otherwise null. */
  queryAtOnce(filters: readonly Filter[], options: QueryOptions): EventBatch | null
  /**
   * Time and id of each event of a query, as in its answer, 38 bytes each (`nameOf`); always off the calling thread.
   * Throws QueryTooCostly.
   */
  names(filters: readonly Filter[], options: Omit<QueryOptions, 'margins'>): AsyncIterator<EventBatch, void>
  /** Number and bytes of events that match any filter, up to its limit; always off the calling thread. */
  measure(filters: readonly Filter[], options: CountOptions): Promise<Measured>
  /** Number of events that match any filter, ignoring limits (NIP-45). Throws QueryTooCostly, and when stopped. */
  count(filters: readonly Filter[], options: CountOptions): Promise<number>
  /** The same if it takes only a moment; otherwise null. */
  countAtOnce(filters: readonly Filter[], options: CountOptions): number | null
  /**
   * Number of keys that wrote events in this time, without those whose events are always accepted. In small steps on
   * the calling thread, up to a number of events.
   */
  countWriters(wanted: RecentWriters): Promise<WriterCount>
  /** JSON of one event of any age; null if not stored. */
  find(id: string): Promise<string | null>
  /** Removes one event; it can be saved again unless `ban` is set, with a reason or none. False if it was not stored. */
  removeById(id: string, options?: { ban?: boolean; reason?: string }): Promise<boolean>
  /** It can be saved again, which does not bring it back. False if it was not banned. */
  liftBan(id: string): Promise<boolean>
  /** Events that are banned, stored here once or not, by id. */
  banned(page: BannedPage): Promise<BannedEvents>
  /**
   * Moves events to the trash, in parts between which others write: they count as deleted, and cannot be saved again until
   * they are restored or the trash is emptied. Resolves with the number of those that were stored.
   */
  trash(ids: readonly string[], job: number): Promise<number>
  /**
   * Stores at most so many events of a job again, as they were. `refused`: deleted by their authors meanwhile, or older
   * than what is stored. None of both: nothing of it is left in the trash.
   */
  restoreTrashed(job: number, max: number): Promise<{ readonly restored: number; readonly refused: number }>
  /** Number of a job's events in the trash. */
  trashedBy(job: number): Promise<number>
  /** Removes what was deleted before this time (Unix seconds). */
  emptyTrash(before: number): Promise<void>
  /** Null: it is shown again. False if it is not stored, or was not stored as held. */
  hold(id: string, state: HeldState | null): Promise<boolean>
  /** JSON of the events that are held in this state, in the order of their arrival. */
  held(state: HeldState): AsyncIterable<string>
  /**
   * All stored events, also those that nobody can read, in the order of their arrival. `newest`: only those whose marks
   * are among this many last ones. Other reads run in between.
   */
  arrivals(newest?: number): AsyncIterable<Arrival>
  /**
   * Removes all events of an author, in batches, so that others do not wait. Resolves with their number. The next start
   * continues what closing cuts off.
   */
  removeByAuthor(pubkey: string): Promise<number>
  /**
   * A request to vanish (NIP-62): removes everything the key wrote up to `until` (Unix seconds) and all gift wraps to
   * it of that time, and prevents saving them again. Requests to vanish stay (kind 62). The latest `until` of a key
   * applies. Resolves with the number of removed events once this is durable.
   */
  vanish(pubkey: string, until: number): Promise<number>
  /** At most `max` changes after this number, in order; for the counters. */
  changesAfter(number: number, max: number): Promise<readonly StoreChange[]>
  /** Whose events are stored, after this number of an event; for building the counters of people. */
  authorsAfter(seq: number, max: number): Promise<StoredAuthors>
  /** The counters have stored all changes up to this number. */
  forgetChanges(upTo: number): Promise<void>
  /** Called when there are new changes. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
  /** Whether answers are kept for the same query, and for how long. */
  setCache(settings: CacheSettings): void
  readonly cacheState: CacheState
  /** Updates text index and expiry (NIP-40) now instead of on schedule. */
  catchUp(): Promise<void>
  /** Resolves once pending writes are durable. */
  close(): Promise<void>
}

export class QueryTooCostly extends Error {
  override readonly name = 'QueryTooCostly'
}

/** The disk or the store is full; stored events can still be read and removed. */
export class EventStoreFull extends Error {
  override readonly name = 'EventStoreFull'
}

/** The store is not opened, as reading its damaged pages would end the relay. */
export class EventStoreDamaged extends ApiError {
  constructor() {
    super('unavailable', messages.eventsDamaged)
  }
}

/** The database of events does not answer; asking again later helps. */
export class EventStoreUnreachable extends ApiError {
  constructor(cause: unknown) {
    super('unavailable', messages.eventsUnreachable, { cause })
  }
}
