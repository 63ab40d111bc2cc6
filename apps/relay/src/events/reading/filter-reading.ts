import type { Filter } from '../filter.ts'
import { searchExpression } from '../search-terms.ts'
import type { Budget } from './budget.ts'
import { planFilter } from './plan.ts'
import type { Position, ReadStatements, StoredRow, Window } from './read-statements.ts'
import { residualOf } from './residual.ts'

export interface ReadingOptions {
  readonly upTo: number
  /** Unix seconds; what has expired by then is not there any more (NIP-40). */
  readonly now: number
  /** Infinity where limits don't count. */
  readonly limitDefault: number
  readonly budget: Budget
}

/** Matches of a full text search that the other fields of its filter are tried on. */
const searchCandidatesMax = 5000
const rowsBetweenTicks = 64

/**
 * Rows that answer one filter, in the order of answers. Yields null now and then while nothing is found, so that the
 * reader can turn to others.
 */
export function* readFilter(
  filter: Filter,
  read: ReadStatements,
  options: ReadingOptions,
): Generator<StoredRow | null> {
  const { budget, now, upTo } = options
  let left = Math.min(filter.limit ?? options.limitDefault, Number.MAX_SAFE_INTEGER)
  if (left === 0) return
  const window: Window = { since: filter.since ?? 0, until: filter.until ?? Number.MAX_SAFE_INTEGER, upTo }
  const [candidates, answers] = candidatesOf(filter, window, read, left, budget)
  let looked = 0
  for (const seq of candidates) {
    budget.check()
    const row = read.row(seq)
    if (row && (row.expires_at === null || row.expires_at > now) && answers(row)) {
      yield row
      left -= 1
      if (left === 0) return
    } else {
      looked += 1
      if (looked % rowsBetweenTicks === 0) yield null
    }
  }
}

function candidatesOf(filter: Filter, window: Window, read: ReadStatements, wanted: number, budget: Budget) {
  if (filter.search !== undefined) {
    const expression = searchExpression(filter.search)
    const seqs = expression === null ? [] : read.search(expression, window.upTo, searchCandidatesMax)
    return [seqs, residualOf(filter, 'search')] as const
  }
  const plan = planFilter(filter, window, read, wanted, () => budget.check())
  return [seqsOf(plan.stream), residualOf(filter, plan.lead, plan.letter)] as const
}

function* seqsOf(stream: { peek(): Position | undefined; take(): void }): Generator<number> {
  for (let next = stream.peek(); next; next = stream.peek()) {
    yield next.seq
    stream.take()
  }
}
