import { Emitter } from '@hornets/server/emitter'
import type { StoreChange, StoredAuthors } from '../changes/change.ts'
import { Engine, type EngineOptions } from '../engines/engine.ts'
import type { EventBatch } from '../event-batch.ts'
import type {
  Arrival,
  BannedEvents,
  BannedPage,
  BanOptions,
  CacheSettings,
  CacheState,
  CountOptions,
  EventStore,
  HeldState,
  Measured,
  QueryOptions,
  RecentWriters,
  SharedEvents,
  WriterCount,
} from '../event-store.ts'
import type { Filter } from '../filter.ts'
import { readChanges } from './journal/journal.ts'
import { readAuthors } from './journal/read-authors.ts'
import { bannedValue, readBanned } from './layout/banned.ts'
import { openTables, type Tables } from './layout/tables.ts'
import { countTrashed } from './layout/trashed.ts'
import { warmFile } from './layout/warm-file.ts'
import { LmdbReads } from './reading/lmdb-reads.ts'
import { countWriters } from './reading/recent-writers.ts'
import { arrivalsIn } from './reading/streams/arrivals.ts'
import { TextIndex } from './text/text-index.ts'
import { readLastNumbers } from './writing/write-transaction.ts'
import { Writer } from './writing/writer.ts'

export interface EventStoreOptions extends EngineOptions {
  readonly path: string
  readonly textPath: string
  /** False: answers do not wait for the disk; for data that can be rebuilt. */
  readonly isDurable?: boolean
  /** Steps that a query can take on the serving thread (see `Work`); default 8,000, about a millisecond. */
  readonly inlineSteps?: number
  /** False: the text index runs at normal priority. */
  readonly givesWay?: boolean
  /** Reader threads; by default one less than there are cores, or four if the events do not fit into memory. */
  readonly readers?: number
}

/** One thread writes; cheap queries run on the calling thread, others on readers; the text index has its own thread. */
export class LmdbEventStore extends Engine<Writer> implements EventStore {
  readonly #tables: Tables
  protected readonly writer: Writer
  readonly shared: SharedEvents
  readonly #onHold: Emitter<void>
  readonly #reads: LmdbReads
  readonly #text: TextIndex
  readonly #warming = new AbortController()
  readonly #warmed: Promise<unknown>
  #followedByText = 0
  #changeSeen: number

  private constructor(options: EventStoreOptions, tables: Tables) {
    super(options)
    const { path, textPath, now, log, isDurable = true, queryMillisMax = 2000, givesWay = true } = options
    this.#tables = tables
    const { inlineSteps, readers } = options
    const settings = { path, textPath, isDurable, budgetMillis: queryMillisMax }
    this.#onHold = new Emitter(err => log.error({ err }, 'a listener failed on what is held'))
    this.shared = {
      place: { engine: 'embedded', path, textPath, isDurable, queryMillisMax },
      forgetReaders: () => tables.root.readerCheck(),
      onHold: listener => this.#onHold.subscribe(listener),
    }
    const lastSeq = () => this.writer.lastSeq
    this.#reads = new LmdbReads(tables, { settings, now, lastSeq, inlineSteps, readers })
    this.#text = new TextIndex({ path, textPath, isDurable, givesWay }, log, change => {
      this.#followedByText = change
    })
    const last = readLastNumbers(tables)
    this.#changeSeen = last.change
    this.writer = new Writer({ path, isDurable }, last, () => this.tellChanged())
    this.#text.begin(last)
    this.#warmed = warmFile(path, this.#warming).catch(err =>
      log.warn({ err }, 'could not read the events into memory'),
    )
  }

  static async open(options: EventStoreOptions): Promise<LmdbEventStore> {
    const { path, isDurable = true } = options
    return new LmdbEventStore(options, openTables({ path, isDurable }))
  }

  query(filters: readonly Filter[], options: QueryOptions): AsyncIterable<EventBatch> {
    return this.#reads.query(filters, options)
  }

  names(filters: readonly Filter[], options: QueryOptions): AsyncIterator<EventBatch, void> {
    return this.#reads.names(filters, options)
  }

  measure(filters: readonly Filter[], options: CountOptions): Promise<Measured> {
    return this.#reads.measure(filters, options)
  }

  queryAtOnce(filters: readonly Filter[], options: QueryOptions): EventBatch | null {
    return this.#reads.queryAtOnce(filters, options)
  }

  setCache(settings: CacheSettings): void {
    this.#changeSeen = this.writer.lastChange
    this.#reads.cache.set(settings)
  }

  get cacheState(): CacheState {
    return this.#reads.cache.state
  }

  countAtOnce(filters: readonly Filter[], options: CountOptions): number | null {
    return this.#reads.countAtOnce(filters, options)
  }

  count(filters: readonly Filter[], options: CountOptions): Promise<number> {
    return this.#reads.count(filters, options)
  }

  countWriters(wanted: RecentWriters): Promise<WriterCount> {
    return countWriters(this.#reads.stored, wanted)
  }

  async find(id: string): Promise<string | null> {
    return this.#reads.inline.find(id)
  }

  removeById(id: string, { ban = false, reason = '', by = null }: BanOptions = {}): Promise<boolean> {
    return this.writer.removeById(id, ban ? bannedValue({ reason, at: this.nowSeconds * 1000, by }) : null)
  }

  liftBan(id: string): Promise<boolean> {
    return this.writer.liftBan(id)
  }

  trash(ids: readonly string[], job: number): Promise<number> {
    return this.writer.trash(ids, job, this.nowSeconds)
  }

  restoreTrashed(job: number, max: number): Promise<{ restored: number; refused: number }> {
    return this.writer.restore(job, max)
  }

  trashedBy(job: number): Promise<number> {
    return countTrashed(this.#tables, job)
  }

  emptyTrash(before: number): Promise<void> {
    return this.writer.emptyTrash(before)
  }

  async banned(page: BannedPage): Promise<BannedEvents> {
    this.#reads.stored.refresh()
    return readBanned(this.#tables.bannedIds, page)
  }

  async hold(id: string, state: HeldState | null): Promise<boolean> {
    const isHeld = await this.writer.hold(id, state)
    this.#reads.cache.clear()
    this.#onHold.emit()
    return isHeld
  }

  held(state: HeldState): AsyncGenerator<string> {
    return this.#reads.stored.heldTexts(state)
  }

  arrivals(newest = Number.POSITIVE_INFINITY): AsyncGenerator<Arrival> {
    return arrivalsIn(this.#reads.stored, this.mark() - newest + 1, this.mark())
  }

  removeByAuthor(pubkey: string): Promise<number> {
    return this.writer.removeByAuthor(pubkey)
  }

  vanish(pubkey: string, until: number): Promise<number> {
    return this.writer.vanish(pubkey, until)
  }

  async changesAfter(number: number, max: number): Promise<readonly StoreChange[]> {
    this.#tables.root.resetReadTxn()
    return readChanges(this.#tables, number, max)
  }

  async authorsAfter(seq: number, max: number): Promise<StoredAuthors> {
    this.#tables.root.resetReadTxn()
    return readAuthors(this.#tables, seq, max)
  }

  async forgetChanges(upTo: number): Promise<void> {
    const forgotten = this.forgettable(Math.min(upTo, this.#followedByText))
    if (forgotten > 0) await this.writer.dropChanges(forgotten)
  }

  /** Removes expired events (NIP-40); they are no longer served anyway. */
  protected sweep(): Promise<void> {
    return this.writer.removeExpired(this.nowSeconds)
  }

  async catchUp(): Promise<void> {
    await this.sweep()
    await this.#text.follow()
  }

  async close(): Promise<void> {
    await this.endSweeping()
    this.#warming.abort()
    await this.#warmed
    await Promise.all([this.#text.close(), this.#reads.close()])
    await this.writer.close()
    await this.#tables.root.close()
  }

  #forgetAnswers(): void {
    const { lastChange } = this.writer
    this.#tables.root.resetReadTxn()
    this.#reads.cache.follow(
      readChanges(this.#tables, this.#changeSeen, lastChange - this.#changeSeen),
      this.#changeSeen,
    )
    this.#changeSeen = lastChange
  }

  protected override tellChanged(): void {
    this.#text.notice()
    if (this.#reads.cache.isOn) this.#forgetAnswers()
    super.tellChanged()
  }
}
