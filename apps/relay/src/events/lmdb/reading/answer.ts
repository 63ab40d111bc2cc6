import { nameOf } from '../../event-name.ts'
import type { Filter } from '../../filter.ts'
import { BatchBuilder, type BatchOptions, type BuiltBatch } from './batch-builder.ts'
import { countByCounters } from './counters.ts'
import type { ReadingOptions, ReadingParts } from './filter-reading.ts'
import { QueryReading } from './query-reading.ts'
import { type Step, stepsOf, type Work } from './work.ts'

export class QueryAnswer {
  readonly #parts: ReadingParts
  readonly #reading: QueryReading
  readonly #builder: BatchBuilder
  readonly #isOfNames: boolean

  constructor(
    filters: readonly Filter[],
    parts: ReadingParts,
    options: ReadingOptions,
    batches: BatchOptions & { readonly isOfNames?: boolean } = {},
  ) {
    this.#isOfNames = batches.isOfNames ?? false
    this.#builder = new BatchBuilder(batches)
    this.#parts = parts
    this.#reading = new QueryReading(filters, parts, options)
  }

  fill(work: Work): Step {
    while (!this.#builder.isFull) {
      if (work.isOver) return 'paused'
      const step = this.#reading.next(work)
      if (step !== 'ready') return step
      work.spend(stepsOf.readEvent)
      const json = this.#parts.events.bytesOf(this.#reading.head.seq)
      if (json) this.#builder.add(this.#isOfNames ? nameOf(json) : json)
    }
    return 'ready'
  }

  get hasFound(): boolean {
    return !this.#builder.isEmpty
  }

  take(): BuiltBatch {
    return this.#builder.take()
  }

  drop(): void {
    this.#builder.drop()
  }
}

export class CountAnswer {
  readonly #reading: QueryReading | null
  #count: number

  constructor(filters: readonly Filter[], parts: ReadingParts, options: ReadingOptions) {
    const { counted, rest } = countByCounters(filters, parts.events, options)
    this.#count = counted
    this.#reading = rest.length > 0 ? new QueryReading(rest, parts, options) : null
  }

  get count(): number {
    return this.#count
  }

  /** 'ended' when everything is counted, 'paused' before. */
  fill(work: Work): Step {
    if (!this.#reading) return 'ended'
    for (;;) {
      if (work.isOver) return 'paused'
      const step = this.#reading.next(work)
      if (step !== 'ready') return step
      this.#count += 1
    }
  }
}

/** Counts events and their bytes, up to the filters' limits. */
export class MeasureAnswer {
  readonly #events: ReadingParts['events']
  readonly #reading: QueryReading
  #count = 0
  #bytes = 0

  constructor(filters: readonly Filter[], parts: ReadingParts, options: ReadingOptions) {
    this.#events = parts.events
    this.#reading = new QueryReading(filters, parts, options)
  }

  get measured(): { readonly count: number; readonly bytes: number } {
    return { count: this.#count, bytes: this.#bytes }
  }

  fill(work: Work): Step {
    for (;;) {
      if (work.isOver) return 'paused'
      const step = this.#reading.next(work)
      if (step !== 'ready') return step
      work.spend(stepsOf.readEvent)
      this.#count += 1
      this.#bytes += this.#events.bytesOf(this.#reading.head.seq)?.length ?? 0
    }
  }
}
