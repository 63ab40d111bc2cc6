import type { Logger } from '@hornets/server/process/logger'
import type { StoreChange, StoredAuthors } from '../changes/change.ts'
import { Engine, type EngineOptions } from '../engines/engine.ts'
import type { EventBatch } from '../event-batch.ts'
import { deletionKind } from '../event-kinds.ts'
import {
  type Arrival,
  type BannedEvents,
  type BannedPage,
  type CountOptions,
  type EventStore,
  type HeldState,
  type IncomingEvent,
  type Measured,
  type QueryOptions,
  QueryTooCostly,
  type ReadTime,
  type RecentWriters,
  type SaveOutcome,
  type WriterCount,
} from '../event-store.ts'
import type { Filter } from '../filter.ts'
import type { ReadScope } from '../read-scope.ts'
import { type Address, Readers } from './connections.ts'
import { type Asked, countSql } from './filter-sql.ts'
import { hold, liftBan, removeById } from './moderation.ts'
import { PostgresWriter } from './postgres-writer.ts'
import { batchOf, namesOf, type Read, readQuery } from './query-reading.ts'
import { Removals } from './removals-in-turn.ts'
import { StoredRows } from './stored-rows.ts'
import { emptySomeTrash, restoreSome, trashSome } from './trash.ts'

export interface PostgresOptions extends EngineOptions {
  readonly address: Address
}

/** The database ends no read earlier: a page takes only a moment, and what it costs is counted here. */
const statementMillisMin = 500
/** More names than that are deleted in several transactions. */
const namesAtOnce = 200

export class PostgresEventStore extends Engine<PostgresWriter> implements EventStore {
  readonly cacheState = { entries: 0, hits: 0, misses: 0, bytes: 0 }
  protected readonly writer: PostgresWriter
  readonly #readers: Readers
  readonly #rows: StoredRows
  readonly #removals: Removals
  readonly #log: Logger
  readonly #queryMillisMax: number

  private constructor(options: PostgresOptions) {
    super(options)
    const { address, log, queryMillisMax = 2000 } = options
    this.#log = log
    this.#queryMillisMax = queryMillisMax
    this.#readers = new Readers(address, Math.max(queryMillisMax, statementMillisMin), log)
    this.#rows = new StoredRows(this.#readers)
    this.writer = new PostgresWriter({ address, log, onChange: () => this.tellChanged() })
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

  async *query(filters: readonly Filter[], options: QueryOptions): AsyncGenerator<EventBatch, void> {
    const read = this.#reader(filters, options)
    const parts = readQuery(filters, this.#asked(options), read, options.time === 'given')
    for await (const part of parts) yield batchOf(part, options.margins)
  }

  /** No answer takes only a moment on the calling thread. */
  queryAtOnce(): null {
    return null
  }

  async *names(filters: readonly Filter[], options: QueryOptions): AsyncGenerator<EventBatch, void> {
    const asked = { ...this.#asked(options), isOfKeys: true }
    const parts = readQuery(filters, asked, this.#reader(filters, options), options.time === 'given')
    for await (const part of parts) yield namesOf(part)
  }

  async measure(filters: readonly Filter[], options: CountOptions): Promise<Measured> {
    const sums = { count: 0, bytes: 0 }
    const asked = { ...this.#asked(options), isOfKeys: true }
    try {
      for await (const part of readQuery(filters, asked, this.#reader(filters, options), true)) {
        sums.count += part.length
        for (const { bytes } of part) sums.bytes += bytes
      }
    } catch (error) {
      if (!(error instanceof QueryTooCostly)) throw error
      return { ...sums, isAll: false }
    }
    return { ...sums, isAll: true }
  }

  async count(filters: readonly Filter[], options: CountOptions): Promise<number> {
    options.signal?.throwIfAborted()
    const sql = countSql(filters, this.#asked(options))
    const [row] = sql ? await this.#reader(filters, options)(sql) : []
    return Number(row?.count ?? 0)
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

  removeById(id: string, { ban = false, reason = '' }: { ban?: boolean; reason?: string } = {}): Promise<boolean> {
    const banned = ban ? { reason, at: this.nowSeconds * 1000 } : null
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

  #asked({ scope, upTo = Number.MAX_SAFE_INTEGER }: { scope: ReadScope; upTo?: number }): Asked {
    return { scope, upTo, now: this.nowSeconds }
  }

  /** For one query, whose pages share its time. Reading by ids costs no more than there are ids. */
  #reader(filters: readonly Filter[], { signal, time }: { signal?: AbortSignal; time?: ReadTime }): Read {
    const isLimited = time !== 'unlimited'
    let left = !isLimited || filters.every(({ ids }) => ids) ? Number.POSITIVE_INFINITY : this.#queryMillisMax
    return async ({ text, values }) => {
      if (left <= 0) throw new QueryTooCostly('the time of the query is over')
      const since = performance.now()
      try {
        return await this.#readers.read(text, values, { isLimited, signal })
      } finally {
        left -= performance.now() - since
      }
    }
  }
}
