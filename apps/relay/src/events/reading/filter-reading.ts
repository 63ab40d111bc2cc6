import type { Filter } from '../filter.ts'
import type { ReadScope } from '../read-scope.ts'
import { searchExpression } from '../search-terms.ts'
import type { Budget } from './budget.ts'
import { planFilter } from './plan.ts'
import type { PositionStream } from './position-stream.ts'
import type { Position, ReadStatements, StoredRow, Window } from './read-statements.ts'
import { residualOf } from './residual.ts'

export interface ReadingOptions {
  /** What the reader may have. */
  readonly scope: ReadScope
  readonly upTo: number
  /** Unix seconds; what has expired by then is not there any more (NIP-40). */
  readonly now: number
  /** The JSON is not wanted, nor do limits count. */
  readonly counting: boolean
  readonly budget: Budget
}

/** An event that answers, in the order of answers. */
export interface Found extends Position {
  /** Empty while counting. */
  readonly json: string
}

/** Matches of a full text search that the other fields of its filter are tried on. */
const searchCandidatesMax = 5000
const candidatesBetweenYields = 64

/**
 * What answers one filter, in the order of answers. Yields null now and then while nothing is found, so that the reader
 * can turn to others.
 */
export function* readFilter(filter: Filter, read: ReadStatements, options: ReadingOptions): Generator<Found | null> {
  const { budget, now, upTo, counting, scope } = options
  let left = counting ? Number.POSITIVE_INFINITY : (filter.limit ?? Number.POSITIVE_INFINITY)
  if (left === 0) return
  const window: Window = { since: filter.since ?? 0, until: filter.until ?? Number.MAX_SAFE_INTEGER, upTo }
  const { candidates, answers } = yield* candidatesOf(filter, window, read, {
    wanted: left,
    scope,
    tick: () => budget.check(),
  })
  const expired = counting ? read.expired(now) : null
  let looked = 0
  for (const position of candidates) {
    budget.check()
    const row = expired && answers === null ? position : read.row(position.seq)
    if (row && isAnswer(row)) {
      yield isRow(row) ? row : { ...row, json: '' }
      left -= 1
      if (left === 0) return
    } else {
      looked += 1
      if (looked % candidatesBetweenYields === 0) yield null
    }
  }

  function isAnswer(row: Position | StoredRow): boolean {
    if (!isRow(row)) return !expired?.has(row.seq)
    return (row.expires_at === null || row.expires_at > now) && (answers === null || answers(row))
  }
}

function isRow(position: Position | StoredRow): position is StoredRow {
  return 'json' in position
}

function* candidatesOf(
  filter: Filter,
  window: Window,
  read: ReadStatements,
  options: { wanted: number; scope: ReadScope; tick: () => void },
) {
  if (filter.search !== undefined) {
    const expression = searchExpression(filter.search, filter.isBeginning)
    const candidates = expression === null ? [] : read.search(expression, window.upTo, searchCandidatesMax)
    return { candidates, answers: residualOf(filter, options.scope, 'search') ?? (() => true) }
  }
  const plan = yield* planFilter(filter, window, read, options)
  return { candidates: positionsOf(plan.stream), answers: residualOf(filter, options.scope, plan.lead, plan.letter) }
}

function* positionsOf(stream: PositionStream): Generator<Position> {
  for (let next = stream.peek(); next; next = stream.peek()) {
    yield next
    stream.take()
  }
}
