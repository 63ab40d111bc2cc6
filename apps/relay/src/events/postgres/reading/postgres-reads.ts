import type { EventBatch } from '../../event-batch.ts'
import {
  type CountOptions,
  type Measured,
  type QueryOptions,
  QueryTooCostly,
  type ReadTime,
} from '../../event-store.ts'
import type { Filter } from '../../filter.ts'
import type { ReadScope } from '../../read-scope.ts'
import type { Readers } from '../connections.ts'
import type { Asked, Sql } from './conditions.ts'
import { countSql } from './count-sql.ts'
import { PartStarts } from './part-starts.ts'
import { batchOf, namesOf, readQuery, type Source } from './query-reading.ts'

export interface ReadsOptions {
  readonly now: () => number
  readonly queryMillisMax: number
}

/** Answers of the database, in the process that writes and in others. */
export class PostgresReads {
  readonly #readers: Readers
  readonly #options: ReadsOptions
  readonly #parts: PartStarts

  constructor(readers: Readers, options: ReadsOptions) {
    this.#readers = readers
    this.#options = options
    this.#parts = new PartStarts(readers)
  }

  async *query(filters: readonly Filter[], options: QueryOptions): AsyncGenerator<EventBatch, void> {
    const source = this.#source(filters, options)
    const parts = readQuery(filters, this.#asked(options), source, options.time === 'given')
    for await (const part of parts) yield batchOf(part, options.margins)
  }

  /** No answer takes only a moment on the calling thread. */
  queryAtOnce(): null {
    return null
  }

  async *names(filters: readonly Filter[], options: QueryOptions): AsyncGenerator<EventBatch, void> {
    const asked = { ...this.#asked(options), isOfKeys: true }
    const parts = readQuery(filters, asked, this.#source(filters, options), options.time === 'given')
    for await (const part of parts) yield namesOf(part)
  }

  async measure(filters: readonly Filter[], options: CountOptions): Promise<Measured> {
    const sums = { count: 0, bytes: 0 }
    const asked = { ...this.#asked(options), isOfKeys: true }
    try {
      for await (const part of readQuery(filters, asked, this.#source(filters, options), true)) {
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
    const [row] = sql ? await this.#source(filters, options).read(sql) : []
    return Number(row?.count ?? 0)
  }

  countAtOnce(): null {
    return null
  }

  #asked({ scope, upTo = Number.MAX_SAFE_INTEGER }: { scope: ReadScope; upTo?: number }): Asked {
    return { scope, upTo, now: Math.floor(this.#options.now() / 1000) }
  }

  /** For one query, whose pages share its time. Reading by ids costs no more than there are ids. */
  #source(filters: readonly Filter[], { signal, time }: { signal?: AbortSignal; time?: ReadTime }): Source {
    const isLimited = time !== 'unlimited'
    const isFree = !isLimited || filters.every(({ ids }) => ids)
    let left = isFree ? Number.POSITIVE_INFINITY : this.#options.queryMillisMax
    const read = async ({ text, values, isUsual }: Sql) => {
      if (left <= 0) throw new QueryTooCostly('the time of the query is over')
      const since = performance.now()
      try {
        return await this.#readers.read(text, values, { isLimited, signal, isUsual })
      } finally {
        left -= performance.now() - since
      }
    }
    return { read, partStarts: () => this.#parts.starts() }
  }
}
