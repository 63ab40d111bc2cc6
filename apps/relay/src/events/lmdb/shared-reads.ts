import type { EventBatch } from '../event-batch.ts'
import type {
  CacheSettings,
  CacheState,
  CountOptions,
  EmbeddedPlace,
  QueryOptions,
  SharedReads,
} from '../event-store.ts'
import type { Filter } from '../filter.ts'
import { readChanges } from './journal/journal.ts'
import { openTables, type Tables } from './layout/tables.ts'
import { LmdbReads } from './reading/lmdb-reads.ts'
import { readLastNumbers } from './writing/write-transaction.ts'

/** Reads what another process writes into the file. */
export class LmdbSharedReads implements SharedReads {
  readonly #tables: Tables
  readonly #reads: LmdbReads
  #seq = 0
  #change = 0

  constructor({ path, textPath, isDurable, queryMillisMax: budgetMillis }: EmbeddedPlace, now: () => number) {
    this.#tables = openTables({ path, isDurable, readsOnly: true })
    const settings = { path, textPath, isDurable, budgetMillis, readsOnly: true }
    this.#reads = new LmdbReads(this.#tables, { settings, now, lastSeq: () => this.#seq })
    this.mark()
  }

  /** What the file has now: commits are in it before anybody hears of them. */
  mark(): number {
    this.#tables.root.resetReadTxn()
    const { seq, change } = readLastNumbers(this.#tables)
    const { cache } = this.#reads
    if (cache.isOn && change > this.#change)
      cache.follow(readChanges(this.#tables, this.#change, change - this.#change), this.#change)
    this.#change = change
    this.#seq = seq
    return seq
  }

  query(filters: readonly Filter[], options: QueryOptions): AsyncIterable<EventBatch> {
    return this.#reads.query(filters, options)
  }

  queryAtOnce(filters: readonly Filter[], options: QueryOptions): EventBatch | null {
    return this.#reads.queryAtOnce(filters, options)
  }

  names(filters: readonly Filter[], options: Omit<QueryOptions, 'margins'>): AsyncIterator<EventBatch, void> {
    return this.#reads.names(filters, options)
  }

  count(filters: readonly Filter[], options: CountOptions): Promise<number> {
    return this.#reads.count(filters, options)
  }

  countAtOnce(filters: readonly Filter[], options: CountOptions): number | null {
    return this.#reads.countAtOnce(filters, options)
  }

  setCache(settings: CacheSettings): void {
    this.#reads.cache.set(settings)
  }

  /** What is held is not in the journal. */
  forgetAnswers(): void {
    this.#reads.cache.clear()
  }

  get cacheState(): CacheState {
    return this.#reads.cache.state
  }
}
