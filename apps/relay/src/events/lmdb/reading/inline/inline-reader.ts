import { EventBatch, noMargins } from '../../../event-batch.ts'
import { countValues, type Filter } from '../../../filter.ts'
import { seqMax } from '../../layout/position.ts'
import { CountAnswer, QueryAnswer } from '../answer.ts'
import { Chunks } from '../chunks.ts'
import type { CountRequest, QueryRequest } from '../reader-messages.ts'
import type { StoredEvents } from '../stored-events.ts'
import { Work, type WorkTime } from '../work.ts'
import { InlinePace } from './inline-pace.ts'

/** Text notes are the most common kind. */
const noteKind = 1
/** About a millisecond. */
const usualSteps = 8000
/** Longer only if pages come from the disk, or the processor is taken away: a reader would not get it any sooner. */
const usualMillis = 4
/** After one was late: a single page from the disk takes about as long. */
const waryMillis = 1
/** Values in the lists of all filters; planning cannot be interrupted. */
const valuesMax = 1000
/** Most answers are sent before the next one is read. */
const chunksInline = 8
/** Longer answers go to reader threads, so that an answer waiting for a slow client holds little memory. */
const answerSize = { eventsMax: 128, bytesMax: 2 * 1024 * 1024 }

/** Faster than asking another thread. Gives up when one takes longer: a page from the disk holds up everyone. */
export class InlineReader {
  readonly #events: StoredEvents
  readonly #steps: number
  readonly #time: WorkTime
  readonly #waryTime: WorkTime
  readonly #pace: InlinePace
  readonly #chunks = Chunks.of(chunksInline)

  /** @param pagesRead Pages that this process has waited for until now, since they were on the disk. */
  constructor(events: StoredEvents, steps = usualSteps, millis = usualMillis, pagesRead = pagesOfProcess) {
    this.#events = events
    this.#steps = steps
    let known = pagesRead()
    const hasReadDisk = () => {
      const before = known
      known = pagesRead()
      return known > before
    }
    this.#time = { millis, hasReadDisk }
    this.#waryTime = { millis: Math.min(millis, waryMillis), hasReadDisk }
    this.#pace = new InlinePace(hasReadDisk)
  }

  /** Null if a reader thread must answer. */
  query(filters: readonly Filter[], { scope, upTo, now, margins }: QueryRequest): EventBatch | null {
    if (!this.#mayTry(filters) || filters.some(isLong)) return null
    const options = { scope, upTo: upTo ?? seqMax, now, isCounting: false }
    const chunks = margins ? this.#chunks : undefined
    const batches = { size: answerSize, margins: margins ?? noMargins, chunks }
    const answer = new QueryAnswer(filters, { events: this.#events }, options, batches)
    if (!this.#hasEnded(answer)) {
      answer.drop()
      return null
    }
    const { bytes, ends, chunk } = answer.take()
    return new EventBatch(bytes, ends, batches.margins, () => {
      if (chunk !== null) chunks?.giveBack(chunk)
    })
  }

  /** Null if a reader thread must answer. */
  count(filters: readonly Filter[], { scope, now }: CountRequest): number | null {
    if (!this.#mayTry(filters)) return null
    const answer = new CountAnswer(filters, { events: this.#events }, { scope, now, upTo: seqMax, isCounting: true })
    return this.#hasEnded(answer) ? answer.count : null
  }

  find(id: string): string | null {
    this.#events.refresh()
    const seq = this.#events.seqOf(id)
    const bytes = seq === 0 ? undefined : this.#events.bytesOf(seq)
    return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8') : null
  }

  #hasEnded(answer: QueryAnswer | CountAnswer): boolean {
    const work = new Work(this.#steps, this.#pace.isWary ? this.#waryTime : this.#time)
    const step = answer.fill(work)
    this.#pace.note(work.isLate)
    return step === 'ended'
  }

  #mayTry(filters: readonly Filter[]): boolean {
    this.#events.refresh()
    if (this.#steps === 0 || filters.some(({ search }) => search !== undefined)) return false
    return filters.reduce((values, filter) => values + countValues(filter), 0) <= valuesMax && this.#pace.mayTry()
  }
}

const pagesOfProcess = () => process.resourceUsage().majorPageFault

function isLong({ ids, authors, tags, kinds, since, limit = Number.POSITIVE_INFINITY }: Filter): boolean {
  if (limit <= answerSize.eventsMax || ids || authors || since !== undefined || (tags && tags.length > 0)) return false
  return !kinds || kinds.includes(noteKind)
}
