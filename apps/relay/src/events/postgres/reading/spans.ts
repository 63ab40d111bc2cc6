import type { Filter } from '../../filter.ts'

/** Unix seconds of created_at, both inclusive. */
export interface Span {
  readonly since: number
  readonly until: number
}

/**
 * Newest parts first: one, then two, four and so on, as older ones are only asked if the newer ones are not enough.
 * `starts`: when parts begin, newest first. The first span has no end and the last one no beginning, so what `starts`
 * does not know yet is in one of them.
 */
export function spansOf(starts: readonly number[], { since, until, after }: Filter): Span[] {
  const first = since ?? 0
  const last = Math.min(until ?? Number.MAX_SAFE_INTEGER, after?.time ?? Number.MAX_SAFE_INTEGER)
  const within = starts.filter(start => start > first && start <= last)
  if (!starts.some(start => start <= first)) within.pop()
  const spans: Span[] = []
  let end = last
  for (let count = 1, at = 0; at + count <= within.length; at += count, count *= 2) {
    const start = within[at + count - 1] ?? first
    spans.push({ since: start, until: end })
    end = start - 1
  }
  return end < first ? spans : [...spans, { since: first, until: end }]
}
