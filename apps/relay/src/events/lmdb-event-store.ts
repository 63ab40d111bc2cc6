import type { Logger } from '@hornets/server/process/logger'
import type { StoreChange } from './change.ts'
import type { EventBatch } from './event-batch.ts'
import { deletionKind, vanishKind } from './event-kinds.ts'
import {
  type CountOptions,
  type EventStore,
  EventStoreFull,
  type IncomingEvent,
  type QueryOptions,
  type SaveOutcome,
} from './event-store.ts'
import type { Filter } from './filter.ts'
import { readChanges } from './journal/journal.ts'
import { openTables, type Tables } from './layout/tables.ts'
import { InlineOrAside } from './reading/inline-or-aside.ts'
import { InlineReader } from './reading/inline-reader.ts'
import { ReaderPool } from './reading/reader-pool.ts'
import { StoredEvents } from './reading/stored-events.ts'
import { TextIndex } from './text/text-index.ts'
import { readLastNumbers } from './writing/write-transaction.ts'
import { Writer } from './writing/writer.ts'

export interface EventStoreOptions {
  /** The file of the events. */
  readonly path: string
  /** The file of the text index; made again from the events where it is lost. */
  readonly textPath: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly log: Logger
  /** Whether the disk has room for events; asked for each. */
  readonly hasRoom?: () => boolean
  /** False: an answer does not wait for the disk; for what is made again when it is lost. */
  readonly isDurable?: boolean
  /** How long one query may compute; 2,000 when not given. */
  readonly queryMillisMax?: number
  /** What a query may take on the serving thread, in steps (see `Work`); 8,000, about a millisecond, when not given. */
  readonly inlineSteps?: number
  /** False: the text index takes its share of the processor as all others do. */
  readonly givesWay?: boolean
  /** Reader threads; one less than there are cores when not given. */
  readonly readers?: number
}

const sweepEveryMillis = 30_000
/** Changes that are kept after they were counted: a copy of the counters may be older than that of the events. */
const changesKept = 20_000

/**
 * The event store on LMDB: one thread writes, cheap queries are read on the thread that asks, all others on threads of
 * their own, and the text index follows on another.
 */
export class LmdbEventStore implements EventStore {
  readonly #tables: Tables
  readonly #writer: Writer
  readonly #inline: InlineReader
  readonly #readers: ReaderPool
  readonly #text: TextIndex
  readonly #listeners = new Set<() => void>()
  readonly #nowSeconds: () => number
  readonly #hasRoom: () => boolean
  readonly #sweeper: NodeJS.Timeout
  #followedByText = 0

  private constructor(options: EventStoreOptions, tables: Tables) {
    const { path, textPath, now, log, isDurable = true, queryMillisMax = 2000, givesWay = true } = options
    this.#tables = tables
    this.#nowSeconds = () => Math.floor(now() / 1000)
    this.#hasRoom = options.hasRoom ?? (() => true)
    this.#inline = new InlineReader(new StoredEvents(tables), options.inlineSteps)
    this.#readers = new ReaderPool({ path, textPath, isDurable, budgetMillis: queryMillisMax }, options.readers)
    this.#text = new TextIndex({ path, textPath, isDurable, givesWay }, log, change => {
      this.#followedByText = change
    })
    this.#writer = new Writer({ path, isDurable }, readLastNumbers(tables), () => this.#tellChanged())
    const failed = (err: unknown) => log.error({ err }, 'expired events could not be removed')
    this.#sweeper = setInterval(() => void this.removeExpired().catch(failed), sweepEveryMillis).unref()
    this.#text.notice()
  }

  /** Opens the files, making them where they are not there; takes as long whatever is stored. */
  static async open(options: EventStoreOptions): Promise<LmdbEventStore> {
    const { path, isDurable = true } = options
    return new LmdbEventStore(options, openTables({ path, isDurable }))
  }

  /** Deletions come in on a full disk as well: they make room. */
  save(incoming: IncomingEvent): Promise<SaveOutcome> {
    const { kind } = incoming.event
    if (kind !== deletionKind && kind !== vanishKind && !this.#hasRoom())
      return Promise.reject(new EventStoreFull('the disk is full'))
    return this.#writer.save(incoming, this.#nowSeconds())
  }

  mark(): number {
    return this.#writer.lastSeq
  }

  query(filters: readonly Filter[], { scope, upTo, signal, isAside }: QueryOptions): AsyncIterable<EventBatch> {
    const request = { scope, upTo: upTo ?? null, now: this.#nowSeconds() }
    const readInline = () => (isAside ? null : this.#inline.query(filters, request))
    const readAside = () => this.#readers.query(filters, request, signal)
    return { [Symbol.asyncIterator]: () => new InlineOrAside(readInline, readAside) }
  }

  queryAtOnce(filters: readonly Filter[], { scope, upTo }: QueryOptions): EventBatch | null {
    return this.#inline.query(filters, { scope, upTo: upTo ?? null, now: this.#nowSeconds() })
  }

  countAtOnce(filters: readonly Filter[], { scope }: CountOptions): number | null {
    return this.#inline.count(filters, { scope, now: this.#nowSeconds() })
  }

  async count(filters: readonly Filter[], { scope, signal, isAside }: CountOptions): Promise<number> {
    signal?.throwIfAborted()
    const request = { scope, now: this.#nowSeconds() }
    const counted = isAside ? null : this.#inline.count(filters, request)
    return counted ?? this.#readers.count(filters, request, signal)
  }

  async find(id: string): Promise<string | null> {
    return this.#inline.find(id)
  }

  removeById(id: string, { ban = false }: { ban?: boolean } = {}): Promise<boolean> {
    return this.#writer.removeById(id, ban)
  }

  removeByAuthor(pubkey: string): Promise<number> {
    return this.#writer.removeByAuthor(pubkey)
  }

  vanish(pubkey: string, until: number): Promise<number> {
    return this.#writer.vanish(pubkey, until)
  }

  async changesAfter(number: number, max: number): Promise<readonly StoreChange[]> {
    this.#tables.root.resetReadTxn()
    return readChanges(this.#tables, number, max)
  }

  async forgetChanges(upTo: number): Promise<void> {
    const forgotten = Math.min(upTo, this.#followedByText, this.#writer.lastChange - changesKept)
    if (forgotten > 0) await this.#writer.dropChanges(forgotten)
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Removes what has ended by now (NIP-40); it is not served any more anyway. */
  removeExpired(): Promise<void> {
    return this.#writer.removeExpired(this.#nowSeconds())
  }

  async catchUp(): Promise<void> {
    await this.removeExpired()
    await this.#text.follow()
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper)
    await Promise.all([this.#text.close(), this.#readers.close()])
    await this.#writer.close()
    await this.#tables.root.close()
  }

  #tellChanged(): void {
    this.#text.notice()
    for (const listener of this.#listeners) listener()
  }
}
