import type { Filter } from '../../filter.ts'
import { hourSeconds, levels } from '../kind-counts.ts'

/** Counters of a level, from one span (inclusive) to another. */
export interface Spans {
  readonly level: number
  readonly first: number
  readonly end: number
}

export interface Counted {
  readonly spans: readonly Spans[]
  /** What they count, in Unix seconds; both inclusive, undefined without bounds. */
  readonly times: Pick<Filter, 'since' | 'until'>
  /** Incomplete hours, which are read. */
  readonly edges: readonly Pick<Filter, 'since' | 'until'>[]
}

const timeMax = Number.MAX_SAFE_INTEGER
const longest = levels.length - 2
const longestHours = levels[longest] ?? 1
/** Far from any event, and the end of one of the longest spans. */
const endOfTime = Math.floor(1e12 / longestHours) * longestHours

/** A time in the largest counters; null where it has no whole hour. */
export function wholeHours({ since, until }: Pick<Filter, 'since' | 'until'>): Counted | null {
  if (since === undefined && until === undefined)
    return { spans: [{ level: longest + 1, first: 0, end: 1 }], times: {}, edges: [] }
  const from = Math.ceil((since ?? 0) / hourSeconds)
  const to = Math.min(Math.floor(((until ?? timeMax) + 1) / hourSeconds), endOfTime)
  if (from >= to) return null
  const edges: Counted['edges'][number][] = []
  if (since !== undefined && since < from * hourSeconds) edges.push({ since, until: from * hourSeconds - 1 })
  if ((until ?? timeMax) >= to * hourSeconds) edges.push({ since: to * hourSeconds, until: until ?? timeMax })
  return { spans: spansOf(from, to, longest), times: { since: from * hourSeconds, until: to * hourSeconds - 1 }, edges }
}

function spansOf(from: number, to: number, level: number): Spans[] {
  if (from >= to || level < 0) return []
  const hours = levels[level] ?? 1
  const [first, end] = [Math.ceil(from / hours), Math.floor(to / hours)]
  if (first >= end) return spansOf(from, to, level - 1)
  return [...spansOf(from, first * hours, level - 1), { level, first, end }, ...spansOf(end * hours, to, level - 1)]
}
