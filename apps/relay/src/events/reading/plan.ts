import { fromHex, shortKey, tagKey } from '../event-keys.ts'
import { QueryTooCostly } from '../event-store.ts'
import type { Filter } from '../filter.ts'
import { MergedStream } from './merged-stream.ts'
import { comparePositions, IndexStream, ListStream, type PositionStream } from './position-stream.ts'
import type { Position, ReadPage, ReadStatements, Window } from './read-statements.ts'

/** Which condition of a filter leads; the others are checked on what it gives. */
export type Lead = 'ids' | 'authors' | 'tags' | 'kinds' | 'time'

/** One way to read a filter: the index ranges that hold all of its events. */
interface Route {
  readonly lead: Lead
  /** The letter where tags lead. */
  readonly letter?: string
  readonly values: number
  ranges(): Iterable<ReadPage>
}

export interface Plan {
  readonly lead: Lead
  readonly letter?: string
  readonly stream: PositionStream
}

const rangesMax = 50_000
const rangesBetweenYields = 64
/** With more kinds than these it is cheaper to ask which kinds there are. */
const kindsTriedOneByOne = 20
const sampledRanges = 6
const sampledPositions = 128

/**
 * Chooses the index that gives the fewest events to look through and opens it as one ordered stream, so that the cost
 * of an answer follows its length and not the size of the store. Yields null now and then while it opens many ranges.
 */
export function* planFilter(
  filter: Filter,
  window: Window,
  read: ReadStatements,
  { wanted, tick }: { wanted: number; tick: () => void },
): Generator<null, Plan> {
  if (filter.ids) return { lead: 'ids', stream: new ListStream(positionsOfIds(filter.ids, window, read)) }
  const routes = routesOf(filter, read)
  const route = routes.length === 1 ? routes[0] : cheapest(routes, window)
  if (!route) return { lead: 'time', stream: new IndexStream(read.time(), window, wanted) }
  const ranges: ReadPage[] = []
  for (const range of route.ranges()) {
    tick()
    if (ranges.push(range) > rangesMax) throw new QueryTooCostly('the lists of a filter combine in too many ways')
    if (ranges.length % rangesBetweenYields === 0) yield null
  }
  const firstPage = ranges.length === 1 ? wanted : Math.ceil((2 * wanted) / Math.max(ranges.length, 1)) + 1
  const stream = new MergedStream()
  for (const [at, range] of ranges.entries()) {
    tick()
    stream.add(new IndexStream(range, window, firstPage))
    if (at % rangesBetweenYields === 0) yield null
  }
  return { lead: route.lead, letter: route.letter, stream }
}

function positionsOfIds(ids: readonly string[], window: Window, read: ReadStatements): Position[] {
  const positions: Position[] = []
  for (const id of new Set(ids)) {
    const position = read.id(shortKey(id), fromHex(id), window.upTo)
    if (position && position.created_at >= window.since && position.created_at <= window.until) positions.push(position)
  }
  return positions.sort(comparePositions)
}

function routesOf(filter: Filter, read: ReadStatements): Route[] {
  const { authors, kinds, tags } = filter
  const routes: Route[] = []
  for (const [letter, values] of tags ?? []) {
    const keys = [...new Set(values)].map(value => tagKey(letter, value))
    const ranges = () =>
      rangesOf(
        keys,
        key => kindsToTry(kinds, read.kindsOfTag(key)),
        (key, kind) => read.tag(key, kind),
      )
    routes.push({ lead: 'tags', letter, values: keys.length, ranges })
  }
  if (authors) {
    const keys = [...new Set(authors.map(shortKey))]
    const ranges = () =>
      rangesOf(
        keys,
        key => kindsToTry(kinds, read.kindsOfAuthor(key)),
        (key, kind) => read.author(key, kind),
      )
    routes.push({ lead: 'authors', values: keys.length, ranges })
  }
  if (kinds && routes.length === 0) {
    const ranges = () => [...new Set(kinds)].map(kind => read.kind(kind))
    routes.push({ lead: 'kinds', values: kinds.length, ranges })
  }
  return routes
}

function* kindsToTry(wanted: readonly number[] | undefined, present: Iterable<number>): Iterable<number> {
  if (wanted === undefined) yield* present
  else if (wanted.length <= kindsTriedOneByOne) yield* new Set(wanted)
  else {
    const kinds = new Set(wanted)
    for (const kind of present) if (kinds.has(kind)) yield kind
  }
}

function* rangesOf<Key>(
  keys: readonly Key[],
  kindsOf: (key: Key) => Iterable<number>,
  range: (key: Key, kind: number) => ReadPage,
): Iterable<ReadPage> {
  for (const key of keys) for (const kind of kindsOf(key)) yield range(key, kind)
}

/** Guesses each route's size from its first ranges; good enough to tell one note's replies from all of an author's. */
function cheapest(routes: readonly Route[], window: Window): Route | undefined {
  let best: Route | undefined
  let bestSize = Number.POSITIVE_INFINITY
  for (const route of routes) {
    const size = sizeOf(route, window)
    if (size >= bestSize) continue
    best = route
    bestSize = size
  }
  return best
}

function sizeOf(route: Route, window: Window): number {
  let sampled = 0
  let positions = 0
  for (const range of route.ranges()) {
    positions += range(window, null, sampledPositions).length
    sampled += 1
    if (sampled === sampledRanges) break
  }
  const share = sampled < sampledRanges ? 1 : Math.max(route.values / sampledRanges, 1)
  return positions * share
}
