import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import type { StoreChange, StoredAuthors } from '../changes/change.ts'
import { Engine, type EngineOptions } from '../engines/engine.ts'
import type { EventBatch } from '../event-batch.ts'
import { deletionKind } from '../event-kinds.ts'
import type {
  Arrival,
  BannedEvents,
  BannedPage,
  BanOptions,
  CountOptions,
  EventStore,
  HeldState,
  IncomingEvent,
  Measured,
  QueryOptions,
  RecentWriters,
  SaveOutcome,
  SharedEvents,
  WriterCount,
} from '../event-store.ts'
import type { Filter } from '../filter.ts'
import { type Address, type AssertMain, Readers } from './connections.ts'
import { hold, liftBan, removeById } from './moderation.ts'
import { PostgresWriter } from './postgres-writer.ts'
import { PostgresReads } from './reading/postgres-reads.ts'
import { StoredRows } from './reading/stored-rows.ts'
import { Removals } from './removals-in-turn.ts'
import { emptySomeTrash, restoreSome, trashSome } from './trash.ts'

export interface PostgresOptions extends EngineOptions {
  readonly address: Address
  readonly assertMain?: AssertMain | undefined
}

const readersMax = 8
const jobsMax = 3
/** More names than that are deleted in several transactions. */
const namesAtOnce = 200

export class PostgresEventStore extends Engine<PostgresWriter> implements EventStore {
  readonly cacheState = { entries: 0, hits: 0, misses: 0, bytes: 0 }
  protected readonly writer: PostgresWriter
  readonly shared: SharedEvents
  readonly #readers: Readers
  readonly #reads: PostgresReads
  readonly #rows: StoredRows
  readonly #removals: Removals
  readonly #onLate: Emitter<IncomingEvent>
  readonly #log: Logger

  private constructor(options: PostgresOptions) {
    super(options)
    const { address, log, now, queryMillisMax = 2000 } = options
    this.#log = log
    this.#readers = new Readers(address, { readersMax, jobsMax, queryMillisMax, log })
    this.#reads = new PostgresReads(this.#readers, { now, queryMillisMax })
    this.shared = {
      place: { engine: 'postgres', ...address, queryMillisMax },
      forgetReaders: () => {},
      onHold: () => () => {},
    }
    this.#rows = new StoredRows(this.#readers)
    this.#onLate = new Emitter(err => log.error({ err }, 'a listener failed on an event that was stored late'))
    this.writer = new PostgresWriter({
      address,
      log,
      assertMain: options.assertMain,
      onChange: () => this.tellChanged(),
      onLate: incoming => this.#onLate.emit(incoming),
    })
    this.#removals = new Removals(this.writer)
  }

  static async open(options: PostgresOptions): Promise<PostgresEventStore> {
    const store = new PostgresEventStore(options)
    try {
      await store.writer.open()
    } catch (error) {
      await store.close()
      throw error
    }
    store.#inBackground(store.#removals.finishAll())
    return store
  }

  override async save(incoming: IncomingEvent): Promise<SaveOutcome> {
    const { kind, tags } = incoming.event
    const outcome = await super.save(incoming)
    if (kind === deletionKind && tags.length > namesAtOnce) this.#inBackground(this.#removals.finishDeletions())
    return outcome
  }

  query(filters: readonly Filter[], options: QueryOptions): AsyncIterable<EventBatch> {
    return this.#reads.query(filters, options)
  }

  queryAtOnce(): null {
    return null
  }

  names(filters: readonly Filter[], options: QueryOptions): AsyncIterator<EventBatch, void> {
    return this.#reads.names(filters, options)
  }

  measure(filters: readonly Filter[], options: CountOptions): Promise<Measured> {
    return this.#reads.measure(filters, options)
  }

  count(filters: readonly Filter[], options: CountOptions): Promise<number> {
    return this.#reads.count(filters, options)
  }

  countAtOnce(): null {
    return null
  }

  countWriters(wanted: RecentWriters): Promise<WriterCount> {
    return this.#rows.countWriters(wanted)
  }

  find(id: string): Promise<string | null> {
    return this.#rows.find(id)
  }

  removeById(id: string, { ban = false, reason = '', by = null }: BanOptions = {}): Promise<boolean> {
    const banned = ban ? { reason, at: this.nowSeconds * 1000, by } : null
    return this.writer.run(tx => removeById(tx, id, banned))
  }

  liftBan(id: string): Promise<boolean> {
    return this.writer.run(tx => liftBan(tx, id))
  }

  banned(page: BannedPage): Promise<BannedEvents> {
    return this.#rows.banned(page)
  }

  async trash(ids: readonly string[], job: number): Promise<number> {
    let count = 0
    for (let from = 0; from < ids.length; ) {
      const part = await this.writer.run(tx => trashSome(tx, { ids, job, at: this.nowSeconds }, from))
      from = part.next
      count += part.count
    }
    return count
  }

  restoreTrashed(job: number, max: number): Promise<{ restored: number; refused: number }> {
    return this.writer.run(tx => restoreSome(tx, job, max))
  }

  trashedBy(job: number): Promise<number> {
    return this.#rows.countTrashed(job)
  }

  async emptyTrash(before: number): Promise<void> {
    for (let isAll = false; !isAll; ) isAll = (await this.writer.run(tx => emptySomeTrash(tx, before))).isAll
  }

  hold(id: string, state: HeldState | null): Promise<boolean> {
    return this.writer.run(tx => hold(tx, id, state))
  }

  held(state: HeldState): AsyncGenerator<string> {
    return this.#rows.held(state)
  }

  arrivals(newest = Number.POSITIVE_INFINITY): AsyncGenerator<Arrival> {
    const last = this.mark()
    return this.#rows.arrivals(Math.max(0, last - newest), last)
  }

  removeByAuthor(pubkey: string): Promise<number> {
    return this.#removals.byAuthor(pubkey)
  }

  vanish(pubkey: string, until: number): Promise<number> {
    return this.#removals.vanish(pubkey, until)
  }

  changesAfter(number: number, max: number): Promise<readonly StoreChange[]> {
    return this.#rows.changesAfter(number, max)
  }

  authorsAfter(seq: number, max: number): Promise<StoredAuthors> {
    return this.#rows.authorsAfter(seq, max)
  }

  async forgetChanges(upTo: number): Promise<void> {
    const forgotten = this.forgettable(upTo)
    if (forgotten > 0) await this.writer.run(tx => tx.query('DELETE FROM changes WHERE number <= $1', [forgotten]))
  }

  onLate(listener: (incoming: IncomingEvent) => void): () => void {
    return this.#onLate.subscribe(listener)
  }

  setCache(): void {
    // The database keeps what is asked often in its own memory.
  }

  /** Texts are indexed with their events. */
  catchUp(): Promise<void> {
    return this.#removals.expired(this.nowSeconds)
  }

  async close(): Promise<void> {
    await this.endSweeping()
    this.#removals.close()
    await this.writer.close()
    await this.#readers.close()
  }

  protected async sweep(): Promise<void> {
    await this.#removals.expired(this.nowSeconds)
    await this.#removals.finishAll()
  }

  #inBackground(work: Promise<void>): void {
    work.catch(err => {
      if (!this.writer.isClosed) this.#log.warn({ err }, 'could not remove events; the next round continues')
    })
  }
}
