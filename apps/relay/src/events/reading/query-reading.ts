import type { Filter } from '../filter.ts'
import { type ReadingOptions, readFilter } from './filter-reading.ts'
import { comparePositions } from './position-stream.ts'
import type { ReadStatements, StoredRow } from './read-statements.ts'

/**
 * Rows that answer any of the filters, each once: searches first, by rank; the rest merged in the order of answers.
 * Yields null now and then, as `readFilter` does.
 */
export function* readQuery(
  filters: readonly Filter[],
  read: ReadStatements,
  options: ReadingOptions,
): Generator<StoredRow | null> {
  const [only] = filters
  if (filters.length === 1 && only) {
    yield* readFilter(only, read, options)
    return
  }
  const given = new Set<number>()
  const once = function* (rows: Iterable<StoredRow | null>) {
    for (const row of rows) {
      if (row === null) yield null
      else if (!given.has(row.seq)) {
        given.add(row.seq)
        yield row
      }
    }
  }
  for (const filter of filters.filter(({ search }) => search !== undefined)) {
    yield* once(readFilter(filter, read, options))
  }
  const rest = filters.filter(({ search }) => search === undefined)
  yield* once(mergeRows(rest.map(filter => readFilter(filter, read, options))))
}

/** Filters are few, so that the first of all heads is found by looking at each. */
function* mergeRows(readings: readonly Generator<StoredRow | null>[]): Generator<StoredRow | null> {
  const heads: { row: StoredRow; reading: Generator<StoredRow | null> }[] = []
  const pull = function* (reading: Generator<StoredRow | null>) {
    for (let next = reading.next(); !next.done; next = reading.next()) {
      if (next.value !== null) {
        heads.push({ row: next.value, reading })
        return
      }
      yield null
    }
  }
  for (const reading of readings) yield* pull(reading)
  while (heads.length > 0) {
    const first = heads.reduce((best, head) => (comparePositions(head.row, best.row) < 0 ? head : best))
    heads.splice(heads.indexOf(first), 1)
    yield first.row
    yield* pull(first.reading)
  }
}
