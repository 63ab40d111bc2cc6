import type { EventBatch } from '../../event-batch.ts'
import type { CountOptions, Measured, QueryOptions } from '../../event-store.ts'
import type { Filter } from '../../filter.ts'
import type { Tables } from '../layout/tables.ts'
import { AnswerCache } from './inline/answer-cache.ts'
import { InlineOrAside } from './inline/inline-or-aside.ts'
import { InlineReader } from './inline/inline-reader.ts'
import type { QueryRequest, ReaderSettings } from './reader-messages.ts'
import { ReaderPool } from './reader-pool.ts'
import { StoredEvents } from './stored-events.ts'

export interface LmdbReadsParts {
  readonly settings: ReaderSettings
  readonly now: () => number
  readonly lastSeq: () => number
  readonly inlineSteps?: number | undefined
  readonly readers?: number | undefined
}

/** Cheap queries run on the calling thread, others on readers; answers can be kept. */
export class LmdbReads {
  readonly stored: StoredEvents
  readonly inline: InlineReader
  readonly cache: AnswerCache
  readonly #readers: ReaderPool
  readonly #now: () => number

  constructor(tables: Tables, { settings, now, lastSeq, inlineSteps, readers }: LmdbReadsParts) {
    this.#now = now
    this.stored = new StoredEvents(tables)
    this.inline = new InlineReader(this.stored, inlineSteps)
    this.#readers = new ReaderPool(settings, readers)
    this.cache = new AnswerCache({ lastSeq, nextExpiry: after => this.stored.nextExpiry(after), now })
  }

  query(filters: readonly Filter[], options: QueryOptions): AsyncIterable<EventBatch> {
    const { signal, isAside } = options
    const request = this.#requestOf(options)
    const readInline = () => (isAside ? null : this.queryAtOnce(filters, options))
    const readAside = () => {
      const batches = this.#readers.query(filters, request, signal)
      if (!this.cache.isOn) return batches
      return this.cache.record(filters, request, { [Symbol.asyncIterator]: () => batches })
    }
    return { [Symbol.asyncIterator]: () => new InlineOrAside(readInline, readAside) }
  }

  names(filters: readonly Filter[], options: QueryOptions): AsyncIterator<EventBatch, void> {
    return this.#readers.query(filters, { ...this.#requestOf(options), isOfNames: true }, options.signal)
  }

  measure(filters: readonly Filter[], { scope, signal }: CountOptions): Promise<Measured> {
    return this.#readers.measure(filters, { scope, now: this.#nowSeconds }, signal)
  }

  queryAtOnce(filters: readonly Filter[], options: QueryOptions): EventBatch | null {
    const request = this.#requestOf(options)
    const read = () => this.inline.query(filters, request)
    return this.cache.isOn ? this.cache.answer(filters, request, read) : read()
  }

  countAtOnce(filters: readonly Filter[], { scope }: CountOptions): number | null {
    return this.inline.count(filters, { scope, now: this.#nowSeconds })
  }

  async count(filters: readonly Filter[], { scope, signal, isAside }: CountOptions): Promise<number> {
    signal?.throwIfAborted()
    const request = { scope, now: this.#nowSeconds }
    const counted = isAside ? null : this.inline.count(filters, request)
    return counted ?? this.#readers.count(filters, request, signal)
  }

  close(): Promise<void> {
    return this.#readers.close()
  }

  get #nowSeconds(): number {
    return Math.floor(this.#now() / 1000)
  }

  #requestOf({ scope, upTo, margins, time = 'limited' }: QueryOptions): QueryRequest {
    return { scope, upTo: upTo ?? null, margins: margins ?? null, now: this.#nowSeconds, time }
  }
}
