import { preferenceKind } from '../../event-kinds.ts'
import { timeMax } from '../../event-name.ts'
import type { Filter } from '../../filter.ts'
import { partlySeenKinds, type ReadScope } from '../../read-scope.ts'
import { HourSum, hourSeconds, levels } from '../layout/hours.ts'
import { hiddenFrom } from './event-check.ts'
import type { StoredEvents } from './stored-events.ts'

const exceptionsMax = 1000
/** With more hours, days and kinds to add up, events are read: some milliseconds. */
const countersMax = 10_000

export interface Counted {
  readonly counted: number
  readonly rest: readonly Filter[]
}

/** Only where a filter asks for nothing else; partly seen kinds and incomplete hours are read. */
export function countByCounters(
  filters: readonly Filter[],
  events: StoredEvents,
  { scope, now }: { scope: ReadScope; now: number },
): Counted {
  const [filter] = filters
  const everything = { counted: 0, rest: filters }
  if (!filter || filters.length > 1 || !isCounted(filter)) return everything
  const span = spanOf(filter)
  if (span && (span.from >= span.to || !events.hasHours)) return everything
  const expired: number[] = []
  for (const seq of events.expired(now)) if (expired.push(seq) > exceptionsMax) return everything
  const held = scope.held === 'all' ? [] : events.held()
  if (held.length > exceptionsMax) return everything
  const authors = filter.authors && new Set(filter.authors.map(pubkey => events.authors.numberOf(pubkey)))
  authors?.delete(0)
  const partly = partlySeenKinds(scope)
  const wanted = filter.kinds && new Set(filter.kinds)
  const isOpen = (kind: number) => (wanted?.has(kind) ?? true) && !partly.includes(kind)
  const counts = authors ? Array.from(authors, author => events.kindsOf(author)).flat() : events.allKinds()
  const sum = new HourSum(events.tables, countersMax)
  const open = counts.filter(({ kind }) => isOpen(kind))
  let counted = 0
  for (const { kind, count } of open) counted += span ? sum.ofKind(kind, span.from, span.to) : count
  if (sum.hasGivenUp) return everything
  const isHidden = hiddenFrom(scope, events)
  const gone = new Set(expired)
  for (const seq of new Set([...expired, ...held])) {
    const entry = events.entryOf(seq)
    if (!entry || !isOpen(entry.kind) || !(authors?.has(entry.author) ?? true)) continue
    if (span && !isWithin(span, entry.time)) continue
    if (gone.has(seq) || isHidden(entry)) counted -= 1
  }
  const edges = span ? edgesOf(filter, span) : []
  return { counted, rest: [...edges, ...partlySeen(filter, scope)] }
}

function partlySeen(filter: Filter, { partyKinds, hidesPreferences, keys }: ReadScope): Filter[] {
  const { authors } = filter
  const isWanted = (kind: number) => filter.kinds?.includes(kind) ?? true
  const parts: Filter[] = []
  const kinds = partyKinds.filter(isWanted)
  if (kinds.length > 0 && keys.length > 0) {
    parts.push({ ...filter, kinds, authors: keys.filter(key => authors?.includes(key) ?? true) })
    parts.push({ ...filter, kinds, tags: [['p', keys]] })
  }
  if (hidesPreferences && isWanted(preferenceKind)) parts.push({ ...filter, kinds: [preferenceKind] })
  return parts
}

/** Whole hours, from the beginning of one up to that of another, since 1970. */
interface Span {
  readonly from: number
  readonly to: number
}

function spanOf({ since, until }: Filter): Span | null {
  if (since === undefined && until === undefined) return null
  const end = Math.min(until ?? timeMax, timeMax) + 1
  const to = Math.floor(end / hourSeconds)
  // Far from any event, so that it ends with the largest counters.
  return {
    from: Math.ceil((since ?? 0) / hourSeconds),
    to: until === undefined ? to - (to % (levels.at(-1) ?? 1)) : to,
  }
}

function isWithin({ from, to }: Span, time: number): boolean {
  return time >= from * hourSeconds && time < to * hourSeconds
}

function edgesOf(filter: Filter, { from, to }: Span): Filter[] {
  const edges: Filter[] = []
  if (filter.since !== undefined && filter.since < from * hourSeconds)
    edges.push({ ...filter, until: from * hourSeconds - 1 })
  if (Math.min(filter.until ?? timeMax, timeMax) >= to * hourSeconds) edges.push({ ...filter, since: to * hourSeconds })
  return edges
}

function isCounted({ ids, authors, tags, since, until, search }: Filter): boolean {
  if (ids !== undefined || tags?.length || search !== undefined) return false
  return authors === undefined || (since === undefined && until === undefined)
}
