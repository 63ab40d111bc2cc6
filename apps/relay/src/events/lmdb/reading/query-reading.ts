import type { Filter } from '../../filter.ts'
import { FilterReading, type ReadingOptions, type ReadingParts } from './filter-reading.ts'
import { MergedStream } from './streams/merged-stream.ts'
import { copyEntry, emptyEntry, type Source } from './streams/source.ts'
import type { Step, Work } from './work.ts'

export class QueryReading implements Source {
  readonly head = emptyEntry()
  readonly #searches: Source[]
  readonly #rest: Source
  readonly #given: Set<number> | null

  constructor(filters: readonly Filter[], parts: ReadingParts, options: ReadingOptions) {
    const read = (filter: Filter) => new FilterReading(filter, parts, options)
    this.#searches = filters.filter(({ search }) => search !== undefined).map(read)
    const rest = filters.filter(({ search }) => search === undefined).map(read)
    const [only] = rest
    this.#rest = only && rest.length === 1 ? only : new MergedStream(rest)
    this.#given = this.#searches.length > 0 ? new Set() : null
  }

  next(work: Work): Step {
    for (;;) {
      const source = this.#searches[0] ?? this.#rest
      const step = source.next(work)
      if (step === 'paused') return step
      if (step === 'ended') {
        if (!this.#searches.shift()) return step
        continue
      }
      const { seq } = source.head
      if (this.#given?.has(seq)) continue
      this.#given?.add(seq)
      copyEntry(this.head, source.head)
      return step
    }
  }
}
