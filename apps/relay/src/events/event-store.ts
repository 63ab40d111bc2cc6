import { messages, type NostrEvent } from '@hornets/contract'
import { ApiError } from '@hornets/server/api-error'
import type { StoreChange, StoredAuthors } from './changes/change.ts'
import type { EventBatch, Margins } from './event-batch.ts'
import type { Filter } from './filter.ts'
import type { ReadScope } from './read-scope.ts'

export interface IncomingEvent {
  readonly event: NostrEvent
  readonly json: string
  /** Removed then, as if it expired (NIP-40): Unix seconds. Undefined: its own expiry alone applies. */
  readonly keptUntil?: number | undefined
  readonly isHeld?: boolean
  readonly sharer?: unknown
}

/**
 * `older`: superseded (NIP-01). `deleted`: by its author or recipient (NIP-09, NIP-59), vanished (NIP-62) or removed by
 * the operator.
 */
export type SaveOutcome = 'stored' | 'duplicate' | 'older' | 'deleted'

export interface CountOptions {
  readonly scope: ReadScope
  readonly signal?: AbortSignal
  /** True keeps the whole read off the calling thread: for queries that could not be answered inline. */
  readonly isAside?: boolean
}

/** `given`: what was found by then is given before it fails. `unlimited`: for jobs, which give way to others. */
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

export type HeldState = 'pending' | 'blocked'

export interface BannedEvent {
  readonly id: string
  readonly reason: string
  readonly at: number | null
  /** Who decided, hex; null if unknown. */
  readonly by: string | null
}

export interface BanOptions {
  readonly ban?: boolean
  readonly reason?: string
  readonly by?: string | null
}

export interface BannedPage {
  readonly after?: string | undefined
  readonly from?: string | undefined
  readonly limit: number
}

export interface BannedEvents {
  readonly events: readonly BannedEvent[]
  readonly count: number
}

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

export interface EmbeddedPlace {
  readonly engine: 'embedded'
  readonly path: string
  readonly textPath: string
  readonly isDurable: boolean
  readonly queryMillisMax: number
}

export interface PostgresPlace {
  readonly engine: 'postgres'
  /** Contains a password. */
  readonly url: string
  readonly schema: string
  readonly queryMillisMax: number
}

/** Where other processes read the same events. */
export type SharedPlace = EmbeddedPlace | PostgresPlace

export interface SharedEvents {
  readonly place: SharedPlace
  /** A process has ended without having closed them. */
  forgetReaders(): void
  /** Called when what is held has changed, which changes nothing else. */
  onHold(listener: () => void): () => void
}

/** All asynchronous, so that a database server can implement it. Ephemeral events are never stored. */
export interface EventStore {
  /** The last event found no room in the file, although the disk has some. */
  readonly isFull: boolean
  /** Resolves once the event is durable. Throws EventStoreFull if there is no room. */
  save(incoming: IncomingEvent): Promise<SaveOutcome>
  /** A query up to the mark and the events saved after it together are complete, without duplicates. */
  mark(): number
  /** Each once, newest first (same second: lower id); `search` comes first, best match first. Throws QueryTooCostly. */
  query(filters: readonly Filter[], options: QueryOptions): AsyncIterable<EventBatch>
  /** The same as one batch if it takes only a moment on the calling thread; otherwise null. */
  queryAtOnce(filters: readonly Filter[], options: QueryOptions): EventBatch | null
  /** Time and id of each event, 38 bytes each (`nameOf`); off the calling thread. Throws QueryTooCostly. */
  names(filters: readonly Filter[], options: Omit<QueryOptions, 'margins'>): AsyncIterator<EventBatch, void>
  /** Number and bytes of events that match any filter, up to its limit; always off the calling thread. */
  measure(filters: readonly Filter[], options: CountOptions): Promise<Measured>
  /** Number of events that match any filter, ignoring limits (NIP-45). Throws QueryTooCostly, and when stopped. */
  count(filters: readonly Filter[], options: CountOptions): Promise<number>
  /** The same if it takes only a moment; otherwise null. */
  countAtOnce(filters: readonly Filter[], options: CountOptions): number | null
  /** Without keys that are always accepted. In small steps on the calling thread, up to a number of events. */
  countWriters(wanted: RecentWriters): Promise<WriterCount>
  /** JSON of one event of any age; null if not stored. */
  find(id: string): Promise<string | null>
  /** Removes one event; it can be saved again unless `ban` is set, with a reason or none. False if it was not stored. */
  removeById(id: string, options?: BanOptions): Promise<boolean>
  /** It can be saved again, which does not bring it back. False if it was not banned. */
  liftBan(id: string): Promise<boolean>
  banned(page: BannedPage): Promise<BannedEvents>
  /** Until restored or emptied, they count as deleted. Resolves with the number of those that were stored. */
  trash(ids: readonly string[], job: number): Promise<number>
  /** `refused`: deleted by their authors meanwhile, or older than what is stored. None of both: nothing is left. */
  restoreTrashed(job: number, max: number): Promise<{ readonly restored: number; readonly refused: number }>
  trashedBy(job: number): Promise<number>
  /** Removes what was deleted before this time (Unix seconds). */
  emptyTrash(before: number): Promise<void>
  /** Null: it is shown again. False if it is not stored, or was not stored as held. */
  hold(id: string, state: HeldState | null): Promise<boolean>
  held(state: HeldState): AsyncIterable<string>
  /** Also those that nobody can read, in the order of arrival. `newest`: only those among this many last marks. */
  arrivals(newest?: number): AsyncIterable<Arrival>
  /** In batches, so that others do not wait; the next start continues what closing cuts off. */
  removeByAuthor(pubkey: string): Promise<number>
  /** NIP-62: also gift wraps to it, up to `until` (Unix seconds). Requests to vanish stay. Durable when it resolves. */
  vanish(pubkey: string, until: number): Promise<number>
  /** At most `max` changes after this number, in order; for the counters. */
  changesAfter(number: number, max: number): Promise<readonly StoreChange[]>
  authorsAfter(seq: number, max: number): Promise<StoredAuthors>
  /** The counters have stored all changes up to this number. */
  forgetChanges(upTo: number): Promise<void>
  /** Called when there are new changes. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
  /** Called with an event that was stored although `save` threw. Only where a commit can have no answer. */
  onLate?(listener: (incoming: IncomingEvent) => void): () => void
  /** Only where other processes can read beside this one. */
  readonly shared?: SharedEvents
  setCache(settings: CacheSettings): void
  readonly cacheState: CacheState
  /** Updates text index and expiry (NIP-40) now instead of on schedule. */
  catchUp(): Promise<void>
  /** Resolves once pending writes are durable. */
  close(): Promise<void>
}

/** What connections read from. A mark is a promise where it is asked of a server. */
export interface StoredReads extends Pick<EventStore, 'query' | 'queryAtOnce' | 'names' | 'count' | 'countAtOnce'> {
  mark(): number | Promise<number>
}

export interface SavedEvent {
  readonly seq: number
  readonly json: string
  /** It waits for a judgement. */
  readonly isHeld: boolean
}

/** What another process writes. */
export interface SharedReads extends StoredReads, Pick<EventStore, 'setCache' | 'cacheState'> {
  /** In the order of their marks, without blocked ones. Only where the process that writes can be missed. */
  savedAfter?(mark: number, upTo: number): AsyncIterable<SavedEvent>
  /** What is held has changed. */
  forgetAnswers(): void
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
