import type { EventBatch } from '../event-batch.ts'
import { countValues, type Filter } from '../filter.ts'
import { seqMax } from '../layout/position.ts'
import { CountAnswer, QueryAnswer } from './answer.ts'
import type { CountRequest, QueryRequest } from './reader-messages.ts'
import type { StoredEvents } from './stored-events.ts'
import { Work } from './work.ts'

/** Of text notes there are more than of anything else. */
const noteKind = 1
/** About a millisecond. */
const usualSteps = 8000
/** Values in the lists of all filters; what a plan does with them can't be interrupted. */
const valuesMax = 1000
/** Longer answers are left to others, so that an answer that waits for a slow client holds little. */
const answerSize = { eventsMax: 128, bytesMax: 2 * 1024 * 1024 }

/**
 * Reads cheap queries on the thread that asks, which is quicker than asking another. Gives up what turns out to take
 * longer.
 */
export class InlineReader {
  readonly #events: StoredEvents
  readonly #steps: number

  constructor(events: StoredEvents, steps = usualSteps) {
    this.#events = events
    this.#steps = steps
  }

  /** Null for what is left to others. */
  query(filters: readonly Filter[], { scope, upTo, now }: QueryRequest): EventBatch | null {
    if (!this.#mayTry(filters) || filters.some(isLong)) return null
    const options = { scope, upTo: upTo ?? seqMax, now, isCounting: false }
    const answer = new QueryAnswer(filters, { events: this.#events }, options, answerSize)
    if (answer.fill(new Work(this.#steps)) !== 'ended') return null
    return answer.take()
  }

  /** Null for what is left to others. */
  count(filters: readonly Filter[], { scope, now }: CountRequest): number | null {
    if (!this.#mayTry(filters)) return null
    const answer = new CountAnswer(filters, { events: this.#events }, { scope, now, upTo: seqMax, isCounting: true })
    return answer.fill(new Work(this.#steps)) === 'ended' ? answer.count : null
  }

  /** JSON of an event. */
  find(id: string): string | null {
    this.#events.refresh()
    const seq = this.#events.seqOf(id)
    const bytes = seq === 0 ? undefined : this.#events.bytesOf(seq)
    return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8') : null
  }

  #mayTry(filters: readonly Filter[]): boolean {
    this.#events.refresh()
    if (this.#steps === 0 || filters.some(({ search }) => search !== undefined)) return false
    return filters.reduce((values, filter) => values + countValues(filter), 0) <= valuesMax
  }
}

/** Whether a filter surely finds more than is read here, without asking the store. */
function isLong({ ids, authors, tags, kinds, since, limit = Number.POSITIVE_INFINITY }: Filter): boolean {
  if (limit <= answerSize.eventsMax || ids || authors || since !== undefined || (tags && tags.length > 0)) return false
  return !kinds || kinds.includes(noteKind)
}
