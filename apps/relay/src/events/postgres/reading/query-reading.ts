import { EventBatch, noMargins } from '../../event-batch.ts'
import { nameBytes, timeMax } from '../../event-name.ts'
import { QueryTooCostly } from '../../event-store.ts'
import type { Filter } from '../../filter.ts'
import type { Row } from '../connections.ts'
import type { Asked, Sql } from './conditions.ts'
import { pageSql, searchSql } from './filter-sql.ts'
import { type Span, spansOf } from './spans.ts'

export interface Source {
  read(sql: Sql): Promise<readonly Row[]>
  /** When parts of the tables begin, newest first: see `spansOf`. */
  partStarts(): Promise<readonly number[]>
}

export interface Found {
  readonly createdAt: number
  readonly id: Buffer
  readonly json: string
  readonly bytes: number
}

const firstPage = 100
const pageMax = 500
/** Of each author, tag or kind, on the first page; twice as many on each further one, as some have more than others. */
const firstEach = 5
const eachMax = 80

class FilterReading {
  readonly #filter: Filter
  readonly #asked: Asked
  readonly #source: Source
  #page: Found[] = []
  #at = 0
  #left: number
  #size = firstPage
  #each = firstEach
  #after: Filter['after']
  /** Those that are not read to their end; undefined before the first. */
  #spans: Span[] | undefined
  #hasMore = true

  constructor(filter: Filter, asked: Asked, source: Source) {
    this.#filter = filter
    this.#asked = asked
    this.#source = source
    this.#left = filter.limit ?? Number.POSITIVE_INFINITY
    this.#after = filter.after
  }

  get head(): Found | undefined {
    return this.#page[this.#at]
  }

  get mustFill(): boolean {
    return this.#at === this.#page.length && this.#hasMore && this.#left > 0
  }

  next(): void {
    this.#at += 1
  }

  /** Leaves it empty only at the end. */
  async fill(): Promise<void> {
    this.#at = 0
    do {
      this.#page = this.#filter.search === undefined ? await this.#readPage() : await this.#search()
    } while (this.#page.length === 0 && this.#hasMore)
    this.#left -= this.#page.length
    this.#size = pageMax
    this.#each = Math.min(2 * this.#each, eachMax)
    const last = this.#page.at(-1)
    if (last) this.#after = { time: last.createdAt, id: last.id.toString('hex') }
  }

  async #search(): Promise<Found[]> {
    this.#hasMore = false
    const sql = searchSql(this.#filter, this.#asked)
    return sql ? (await this.#source.read(sql)).map(foundIn) : []
  }

  async #readPage(): Promise<Found[]> {
    // Who asks by ids wants them all: one look into each part.
    const isOfIds = this.#filter.ids !== undefined
    this.#spans ??= isOfIds ? [] : spansOf(await this.#source.partStarts(), this.#filter)
    const filter = { ...this.#filter, ...this.#spans[0], after: this.#after }
    const rows = await this.#source.read(
      pageSql(filter, this.#asked, { max: Math.min(this.#size, this.#left), eachMin: this.#each }),
    )
    const isRead = rows.at(-1)?.has_more !== true
    if (isRead) this.#spans.shift()
    this.#hasMore = !isRead || this.#spans.length > 0
    return rows.map(foundIn)
  }
}

const foundIn = (row: Row): Found => ({
  createdAt: Number(row.created_at),
  id: row.id as Buffer,
  json: String(row.json),
  bytes: Number(row.bytes),
})

/** Matches of any filter, each once: searches first, best match first; then in the order of answers. In parts. */
export async function* readQuery(
  filters: readonly Filter[],
  asked: Asked,
  source: Source,
  isGivenInTime = false,
): AsyncGenerator<Found[]> {
  const given = new Set<string>()
  const isNew = ({ id }: Found) => {
    const name = id.toString('latin1')
    return !given.has(name) && given.add(name)
  }
  const searches = filters.filter(({ search }) => search !== undefined)
  for (const filter of searches) yield* merge([new FilterReading(filter, asked, source)], isNew, isGivenInTime)
  const rest = filters.filter(({ search }) => search === undefined)
  const isOnce = searches.length > 0 ? isNew : () => true
  const readings = rest.map(filter => new FilterReading(filter, asked, source))
  yield* merge(readings, isOnce, isGivenInTime)
}

async function* merge(
  readings: readonly FilterReading[],
  isNew: (found: Found) => unknown,
  isGivenInTime: boolean,
): AsyncGenerator<Found[]> {
  for (;;) {
    const empty = readings.filter(({ mustFill }) => mustFill)
    const filled = await Promise.allSettled(empty.map(reading => reading.fill()))
    const failed = filled.find(({ status }) => status === 'rejected')
    const reason = failed?.status === 'rejected' ? failed.reason : undefined
    if (failed && !(isGivenInTime && reason instanceof QueryTooCostly)) throw reason
    const part = takeReady(readings, isNew, failed !== undefined)
    if (part.length > 0) yield part
    if (failed) throw reason
    if (readings.every(({ head, mustFill }) => !head && !mustFill)) return
  }
}

/** Up to the first place where one of them must be filled. */
function takeReady(readings: readonly FilterReading[], isNew: (found: Found) => unknown, isLast: boolean): Found[] {
  const part: Found[] = []
  while (isLast || !readings.some(({ mustFill }) => mustFill)) {
    const [best] = readings.flatMap(({ head }) => head ?? []).sort(inOrder)
    if (!best) return part
    for (const reading of readings) if (reading.head && inOrder(reading.head, best) === 0) reading.next()
    if (isNew(best)) part.push(best)
  }
  return part
}

/** Newest first, same second by lower id (NIP-01). */
const inOrder = (one: Found, other: Found) => other.createdAt - one.createdAt || one.id.compare(other.id)

export function batchOf(events: readonly Found[], margins = noMargins): EventBatch {
  const { before, after } = margins
  const total = events.reduce((sum, { bytes }) => sum + before + bytes + after, 0)
  const bytes = Buffer.allocUnsafeSlow(total)
  const ends = new Uint32Array(events.length)
  let end = -after
  for (const [at, { json }] of events.entries()) {
    const start = end + after + before
    end = start + bytes.write(json, start)
    ends[at] = end
  }
  return new EventBatch(bytes, ends, margins)
}

export function namesOf(events: readonly Found[]): EventBatch {
  const bytes = Buffer.allocUnsafeSlow(events.length * nameBytes)
  for (const [at, { createdAt, id }] of events.entries()) {
    bytes.writeUIntBE(Math.min(createdAt, timeMax), at * nameBytes, 6)
    id.copy(bytes, at * nameBytes + 6)
  }
  return new EventBatch(
    bytes,
    Uint32Array.from(events, (_, at) => (at + 1) * nameBytes),
  )
}
