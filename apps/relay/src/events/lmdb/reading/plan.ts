import type { Filter } from '../../filter.ts'
import { comparePositions } from '../layout/position.ts'
import type { Tables } from '../layout/tables.ts'
import { tagKey } from '../layout/tag-keys.ts'
import type { StoredEvents } from './stored-events.ts'
import { IndexStream } from './streams/index-stream.ts'
import { ListSource } from './streams/list-source.ts'
import { MergedStream } from './streams/merged-stream.ts'
import {
  kindsOfTag,
  rangeOfAuthor,
  rangeOfAuthorAllKinds,
  rangeOfKind,
  rangeOfTag,
  rangeOfTagAllKinds,
  rangeOfTime,
} from './streams/ranges.ts'
import { ScanThenMerge } from './streams/scan-then-merge.ts'
import { ShortOrMerged, shortMax } from './streams/short-or-merged.ts'
import type { EntryCheck, Source, Window } from './streams/source.ts'
import { stepsOf, Work } from './work.ts'

/** How a filter is read: entries of an index, without those it can already reject. */
export interface Plan {
  readonly source: Source
  /** Letter of the leading tags, which need no further check. */
  readonly letter?: string
}

/** Entries of a route that are counted before choosing one. */
const sampled = 64
const sampledRanges = 6
/** Cost of reading an event and checking its tags, in index entries. */
const entriesPerParse = 60
/** With more authors, a scan by time can be faster than one range each. */
const fewRanges = 8
/** With more kinds, all events are scanned instead. */
const fewKinds = 20
/** Typical number of kinds per author. */
const usualKinds = 4
/** With more kinds, one range over all of them can cost less than one each. */
const seekedKinds = 2
const kindMax = 65_535

interface Route {
  readonly letter?: string
  readonly weight: number
  readonly ranges: number
  sources(window: Window, firstPage: number): Iterable<Source>
}

/** The cost depends on the answer's length, not on the store's size. `wanted`: Infinity when counting. */
export function planFilter(filter: Filter, window: Window, events: StoredEvents, wanted: number, work: Work): Plan {
  if (filter.ids) return { source: new ListSource(entriesOfIds(filter, window, events, work)) }
  const authors = filter.authors && numbersOf(filter.authors, events, work)
  const kinds = filter.kinds && new Set(filter.kinds.filter(kind => kind <= kindMax))
  const checks = { authors: authors && new Set(authors), kinds }
  if (filter.tags && filter.tags.length > 0) {
    const routes = filter.tags.map(([letter, values]) => tagRoute(letter, values, checks, filter, events))
    if (authors) routes.push(authorRoute(authors, checks, events))
    const { letter, sources } = cheapest(routes, window)
    return { letter, source: merged(sources(window, firstPageOf(wanted, fewRanges))) }
  }
  if (authors) return { source: authorSource(authors, checks, window, events, wanted) }
  if (kinds) {
    const page = firstPageOf(wanted, kinds.size)
    const streams = Array.from(kinds, kind => new IndexStream(rangeOfKind(events.tables, kind), window, null, page))
    return { source: merged(streams) }
  }
  return { source: new IndexStream(rangeOfTime(events.tables), window, null, wanted) }
}

interface Checks {
  readonly authors?: ReadonlySet<number>
  readonly kinds?: ReadonlySet<number>
}

function entriesOfIds(filter: Filter, window: Window, events: StoredEvents, work: Work) {
  const kinds = filter.kinds && new Set(filter.kinds)
  const authors = filter.authors && new Set(numbersOf(filter.authors, events, work))
  const entries = Array.from(new Set(filter.ids), id => {
    work.spend(2 * stepsOf.lookUp)
    return events.entryOfId(id)
  })
  return entries
    .filter(entry => entry !== undefined)
    .filter(({ time, seq }) => time >= window.since && time <= window.until && seq <= window.upTo)
    .filter(entry => window.after === null || comparePositions(entry, window.after) > 0)
    .filter(({ kind, author }) => (kinds?.has(kind) ?? true) && (authors?.has(author) ?? true))
    .sort(comparePositions)
}

function numbersOf(pubkeys: readonly string[], events: StoredEvents, work: Work): number[] {
  work.spend(pubkeys.length)
  const numbers = new Set(pubkeys.map(pubkey => events.authors.numberOf(pubkey)))
  numbers.delete(0)
  return [...numbers]
}

function tagRoute(
  letter: string,
  values: readonly string[],
  checks: Checks,
  filter: Filter,
  events: StoredEvents,
): Route {
  const { tables } = events
  const { authors, kinds } = checks
  const accepts: EntryCheck | null = authors ? entry => authors.has(entry.author) : null
  const isWanted: EntryCheck = entry => (kinds?.has(entry.kind) ?? true) && (accepts?.(entry) ?? true)
  const isRest = (filter.tags?.length ?? 0) > 1
  return {
    letter,
    weight: isRest ? entriesPerParse : 1,
    ranges: values.length,
    *sources(window, firstPage) {
      for (const value of new Set(values)) {
        const key = tagKey(letter, value)
        const streams = () => tagStreams(tables, key, kinds, accepts, window, firstPage)
        if (kinds && kinds.size <= seekedKinds) yield* streams()
        else yield new ShortOrMerged(rangeOfTagAllKinds(tables, key), window, isWanted, () => merged(streams()))
      }
    },
  }
}

function* tagStreams(
  tables: Tables,
  key: Uint8Array,
  kinds: ReadonlySet<number> | undefined,
  accepts: EntryCheck | null,
  window: Window,
  firstPage: number,
): Iterable<Source> {
  const present = kinds && kinds.size <= fewKinds ? kinds : kindsOfTag(tables, key)
  for (const kind of present)
    if (kinds?.has(kind) ?? true) yield new IndexStream(rangeOfTag(tables, key, kind), window, accepts, firstPage)
}

function authorRoute(authors: readonly number[], checks: Checks, events: StoredEvents): Route {
  return {
    weight: entriesPerParse,
    ranges: authors.length,
    sources: (window, firstPage) => authorStreams(authors, checks, events, window, firstPage),
  }
}

function* authorStreams(
  authors: readonly number[],
  { kinds }: Checks,
  events: StoredEvents,
  window: Window,
  firstPage: number,
): Iterable<Source> {
  const { tables } = events
  const isWanted: EntryCheck = entry => kinds?.has(entry.kind) ?? true
  for (const author of authors) {
    const { present, isShort } = kindsToRead(author, kinds, events)
    const streamOf = (kind: number) => new IndexStream(rangeOfAuthor(tables, author, kind), window, null, firstPage)
    if (isShort) {
      const merge = () => merged(Array.from(present, streamOf))
      yield new ShortOrMerged(rangeOfAuthorAllKinds(tables, author), window, isWanted, merge)
    } else for (const kind of present) yield streamOf(kind)
  }
}

interface KindsToRead {
  readonly present: Iterable<number>
  readonly isShort: boolean
}

function kindsToRead(author: number, kinds: ReadonlySet<number> | undefined, events: StoredEvents): KindsToRead {
  if (kinds && kinds.size <= seekedKinds) return { present: kinds, isShort: false }
  const present: number[] = []
  let stored = 0
  for (const { kind, count } of events.kindsOf(author)) {
    stored += count
    if (kinds?.has(kind) ?? true) present.push(kind)
  }
  return { present, isShort: present.length > seekedKinds && stored <= shortMax }
}

function authorSource(
  authors: readonly number[],
  checks: Checks,
  window: Window,
  events: StoredEvents,
  wanted: number,
): Source {
  const merge = (kinds: ReadonlySet<number> | undefined) => (after: Window['after']) =>
    merged(
      authorStreams(
        authors,
        { kinds },
        events,
        { ...window, after: after ?? window.after },
        firstPageOf(wanted, authors.length),
      ),
    )
  const { kinds } = checks
  const ranges = authors.length * (kinds?.size ?? usualKinds)
  if (ranges <= fewRanges || wanted === Number.POSITIVE_INFINITY) return merge(kinds)(null)
  const isOfAuthors: EntryCheck = entry => checks.authors?.has(entry.author) ?? false
  const { tables } = events
  if (kinds && kinds.size <= fewKinds) {
    const page = firstPageOf(wanted, 2 * kinds.size)
    const streams = Array.from(kinds, kind => {
      const scan = new IndexStream(rangeOfKind(tables, kind), window, isOfAuthors, page)
      return new ScanThenMerge(scan, merge(new Set([kind])), authors.length * stepsOf.openRange)
    })
    return merged(streams)
  }
  const isWanted: EntryCheck = kinds ? entry => isOfAuthors(entry) && kinds.has(entry.kind) : isOfAuthors
  const scan = new IndexStream(rangeOfTime(tables), window, isWanted, wanted)
  return new ScanThenMerge(scan, merge(kinds), ranges * stepsOf.openRange)
}

function merged(sources: Iterable<Source>): Source {
  if (Array.isArray(sources) && sources.length === 1) return sources[0]
  return new MergedStream(sources)
}

/** Entries expected from each of several ranges. */
function firstPageOf(wanted: number, ranges: number): number {
  return ranges === 1 ? wanted : Math.ceil((2 * wanted) / Math.max(ranges, 1)) + 1
}

/** Counts the first entries of each route; enough to tell one note's replies from all of an author's events. */
function cheapest(routes: readonly Route[], window: Window): Route {
  const [first] = routes
  if (!first) throw new Error('a filter has no route')
  if (routes.length === 1) return first
  let best = first
  let bestCost = Number.POSITIVE_INFINITY
  for (const route of routes) {
    const cost = route.weight * sizeOf(route, window)
    if (cost < bestCost) [best, bestCost] = [route, cost]
  }
  return best
}

function sizeOf(route: Route, window: Window): number {
  let opened = 0
  let entries = 0
  for (const source of route.sources(window, sampled)) {
    const work = new Work(sampled * 4)
    for (let found = 0; found < sampled && source.next(work) === 'ready'; found += 1) entries += 1
    opened += 1
    if (opened === sampledRanges) return entries * Math.max(route.ranges / opened, 1)
  }
  return entries
}
