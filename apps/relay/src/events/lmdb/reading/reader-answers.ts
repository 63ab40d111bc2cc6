import type { EventBatch } from '../../event-batch.ts'
import type { ReadBatch, ReaderAnswer, ReaderRequest } from './reader-messages.ts'

export interface AnsweringReader {
  ask(request: ReaderRequest): Promise<ReaderAnswer>
  batch(read: ReadBatch): EventBatch
  stop(call: number): void
  count(change: 1 | -1): void
}

/** Not a generator, which would keep its last batch in memory while thousands wait for slow clients. */
export class ReaderAnswers implements AsyncIterator<EventBatch, void> {
  readonly #reader: AnsweringReader
  readonly #query: Extract<ReaderRequest, { type: 'query' }>
  readonly #signal: AbortSignal | undefined
  #state: 'new' | 'open' | 'ended' = 'new'

  constructor(reader: AnsweringReader, query: Extract<ReaderRequest, { type: 'query' }>, signal?: AbortSignal) {
    this.#reader = reader
    this.#query = query
    this.#signal = signal
  }

  async next(): Promise<IteratorResult<EventBatch, void>> {
    if (this.#state === 'ended') return { done: true, value: undefined }
    try {
      const answer = await this.#ask()
      if (!('batch' in answer)) throw new Error('the reader answered something else than events')
      if (answer.done) this.#end()
      const batch = this.#reader.batch(answer.batch)
      if (!this.#signal?.aborted && batch.length > 0) return { done: false, value: batch }
      batch.release()
      return await this.return()
    } catch (error) {
      await this.return()
      if (!this.#signal?.aborted) throw error
      return { done: true, value: undefined }
    }
  }

  async return(): Promise<IteratorReturnResult<void>> {
    if (this.#state === 'open') this.#reader.stop(this.#query.call)
    this.#end()
    return { done: true, value: undefined }
  }

  #ask(): Promise<ReaderAnswer> {
    const { call } = this.#query
    if (this.#state === 'open') return this.#reader.ask({ type: 'more', call })
    this.#state = 'open'
    this.#reader.count(1)
    return this.#reader.ask(this.#query)
  }

  #end(): void {
    if (this.#state === 'open') this.#reader.count(-1)
    this.#state = 'ended'
  }
}
