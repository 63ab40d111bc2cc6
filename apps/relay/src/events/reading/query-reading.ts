import type { Filter } from '../filter.ts'
import { type Found, type ReadingOptions, readFilter } from './filter-reading.ts'
import { comparePositions } from './position-stream.ts'
import type { ReadStatements } from './read-statements.ts'

/**
 * What answers any of the filters, each once: searches first, by rank; the rest merged in the order of answers.
 * Yields null now and then, as `readFilter` does.
 */
export function* readQuery(
  filters: readonly Filter[],
  read: ReadStatements,
  options: ReadingOptions,
): Generator<Found | null> {
  const [only] = filters
  if (filters.length === 1 && only) {
    yield* readFilter(only, read, options)
    return
  }
  const given = new Set<number>()
  const once = function* (rows: Iterable<Found | null>) {
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
function* mergeRows(readings: readonly Generator<Found | null>[]): Generator<Found | null> {
  const heads: { row: Found; reading: Generator<Found | null> }[] = []
  const pull = function* (reading: Generator<Found | null>) {
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
