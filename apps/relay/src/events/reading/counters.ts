import type { Filter } from '../filter.ts'
import { partlySeenKinds, type ReadScope } from '../read-scope.ts'
import { hiddenFrom } from './event-check.ts'
import type { StoredEvents } from './stored-events.ts'

/** With more events that expired and are not yet removed, or are held, counters are not used. */
const exceptionsMax = 1000

export interface Counted {
  readonly counted: number
  /** Filters that must be counted by reading. */
  readonly rest: readonly Filter[]
}

/**
 * Counts by the counters of authors and kinds where a filter asks for nothing else. Kinds that readers see only partly
 * must be read.
 */
export function countByCounters(
  filters: readonly Filter[],
  events: StoredEvents,
  { scope, now }: { scope: ReadScope; now: number },
): Counted {
  const [filter] = filters
  const everything = { counted: 0, rest: filters }
  if (!filter || filters.length > 1 || !isCounted(filter)) return everything
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
  let counted = 0
  for (const { kind, count } of counts) if (isOpen(kind)) counted += count
  const isHidden = hiddenFrom(scope, events)
  const gone = new Set(expired)
  for (const seq of new Set([...expired, ...held])) {
    const entry = events.entryOf(seq)
    if (!entry || !isOpen(entry.kind) || !(authors?.has(entry.author) ?? true)) continue
    if (gone.has(seq) || isHidden(entry)) counted -= 1
  }
  const parts = partly.filter(kind => wanted?.has(kind) ?? true)
  return { counted, rest: parts.length > 0 ? [{ ...filter, kinds: parts }] : [] }
}

function isCounted({ ids, tags, since, until, search }: Filter): boolean {
  return ids === undefined && !tags?.length && since === undefined && until === undefined && search === undefined
}
