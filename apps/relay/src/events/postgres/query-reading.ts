import { EventBatch, noMargins } from '../event-batch.ts'
import { nameBytes, timeMax } from '../event-name.ts'
import { QueryTooCostly } from '../event-store.ts'
import type { Filter } from '../filter.ts'
import type { Row } from './connections.ts'
import { type Asked, pageSql, type Sql, searchSql } from './filter-sql.ts'

export type Read = (sql: Sql) => Promise<readonly Row[]>

export interface Found {
  readonly createdAt: number
  readonly id: Buffer
  readonly json: string
  readonly bytes: number
}

const firstPage = 100
const pageMax = 500

class FilterReading {
  readonly #filter: Filter
  readonly #asked: Asked
  readonly #read: Read
  #page: Found[] = []
  #at = 0
  #left: number
  #size = firstPage
  #after: Filter['after']
  #hasMore = true

  constructor(filter: Filter, asked: Asked, read: Read) {
    this.#filter = filter
    this.#asked = asked
    this.#read = read
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

  async fill(): Promise<void> {
    const sql = this.#sql()
    const rows = sql ? await this.#read(sql) : []
    this.#page = rows.map(foundIn)
    this.#at = 0
    this.#left -= rows.length
    this.#hasMore = rows.at(-1)?.has_more === true
    this.#size = pageMax
    const last = this.#page.at(-1)
    if (last) this.#after = { time: last.createdAt, id: last.id.toString('hex') }
  }

  #sql(): Sql | null {
    if (this.#filter.search !== undefined) return searchSql(this.#filter, this.#asked)
    const filter = this.#after ? { ...this.#filter, after: this.#after } : this.#filter
    return pageSql(filter, this.#asked, Math.min(this.#size, this.#left))
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
  read: Read,
  isGivenInTime = false,
): AsyncGenerator<Found[]> {
  const given = new Set<string>()
  const isNew = ({ id }: Found) => {
    const name = id.toString('latin1')
    return !given.has(name) && given.add(name)
  }
  const searches = filters.filter(({ search }) => search !== undefined)
  for (const filter of searches) yield* merge([new FilterReading(filter, asked, read)], isNew, isGivenInTime)
  const rest = filters.filter(({ search }) => search === undefined)
  const isOnce = searches.length > 0 ? isNew : () => true
  const readings = rest.map(filter => new FilterReading(filter, asked, read))
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
