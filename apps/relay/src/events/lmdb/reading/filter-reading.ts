import { timeMax } from '../../event-name.ts'
import type { Cursor, Filter } from '../../filter.ts'
import type { ReadScope } from '../../read-scope.ts'
import { searchCandidatesMax, searchExpression } from '../../search/search-terms.ts'
import { type Position, shortId } from '../layout/position.ts'
import { EventCheck } from './event-check.ts'
import { planFilter } from './plan.ts'
import type { StoredEvents } from './stored-events.ts'
import { FoundSource } from './streams/found-source.ts'
import { copyEntry, emptyEntry, type Source, type Window } from './streams/source.ts'
import type { Step, Work } from './work.ts'

/** Numbers of events with these words, best match first. */
export type SearchText = (expression: string, upTo: number, max: number) => number[]

export interface ReadingParts {
  readonly events: StoredEvents
  readonly searchText?: SearchText
}

export interface ReadingOptions {
  readonly scope: ReadScope
  readonly upTo: number
  /** Unix seconds; events that expired by then are left out (NIP-40). */
  readonly now: number
  readonly isCounting: boolean
}

export class FilterReading implements Source {
  readonly head = emptyEntry()
  readonly #filter: Filter
  readonly #parts: ReadingParts
  readonly #options: ReadingOptions
  #left: number
  #plan: { source: Source; check: EventCheck } | undefined

  constructor(filter: Filter, parts: ReadingParts, options: ReadingOptions) {
    this.#filter = filter
    this.#parts = parts
    this.#options = options
    this.#left = options.isCounting ? Number.POSITIVE_INFINITY : (filter.limit ?? Number.POSITIVE_INFINITY)
  }

  next(work: Work): Step {
    if (this.#left === 0) return 'ended'
    this.#plan ??= this.#open(work)
    const { source, check } = this.#plan
    for (;;) {
      const step = source.next(work)
      if (step !== 'ready') return step
      if (check.accepts(source.head, work)) {
        this.#left -= 1
        copyEntry(this.head, source.head)
        return 'ready'
      }
      if (work.isOver) return 'paused'
    }
  }

  #open(work: Work): { source: Source; check: EventCheck } {
    const { events } = this.#parts
    const { since = 0, until = Number.MAX_SAFE_INTEGER, after } = this.#filter
    const window: Window = { since, until, upTo: this.#options.upTo, after: after ? this.#positionOf(after) : null }
    if (this.#filter.search !== undefined) {
      const source = this.#found(this.#filter.search, window)
      return { source, check: new EventCheck(events, this.#filter, this.#options, {}) }
    }
    const { source, letter } = planFilter(this.#filter, window, events, this.#left, work)
    return { source, check: new EventCheck(events, this.#filter, this.#options, { letter }) }
  }

  /** Others can have the same beginning of an id: those come after an event that is gone. */
  #positionOf({ time, id }: Cursor): Position {
    return { time: Math.min(time, timeMax), id: shortId(id), seq: this.#parts.events.seqOf(id) }
  }

  #found(search: string, { since, until, upTo }: Window): Source {
    const expression = searchExpression(search, this.#filter.isBeginning)
    const { events, searchText } = this.#parts
    const { ids, kinds } = this.#filter
    const authors = this.#filter.authors?.map(pubkey => events.authors.numberOf(pubkey))
    const wanted = ids && new Set(ids.map(id => events.seqOf(id)))
    const seqs = expression === null || !searchText ? [] : searchText(expression, upTo, searchCandidatesMax)
    return new FoundSource(
      seqs.filter(seq => wanted?.has(seq) ?? true),
      seq => events.entryOf(seq),
      ({ time, kind, author }) =>
        time >= since && time <= until && (kinds?.includes(kind) ?? true) && (authors?.includes(author) ?? true),
    )
  }
}
