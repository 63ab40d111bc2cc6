import type { EventBatch } from '../../../event-batch.ts'

const ended = { done: true, value: undefined } as const

/** An answer read inline at the first request, or by a reader if that returns null. */
export class InlineOrAside implements AsyncIterator<EventBatch, void> {
  readonly #readInline: () => EventBatch | null
  readonly #readAside: () => AsyncIterator<EventBatch, void>
  #rest: AsyncIterator<EventBatch, void> | 'unread' | 'ended' = 'unread'

  constructor(readInline: () => EventBatch | null, readAside: () => AsyncIterator<EventBatch, void>) {
    this.#readInline = readInline
    this.#readAside = readAside
  }

  async next(): Promise<IteratorResult<EventBatch, void>> {
    if (this.#rest === 'unread') {
      const batch = this.#readInline()
      this.#rest = batch ? 'ended' : this.#readAside()
      if (batch && batch.length > 0) return { done: false, value: batch }
    }
    return this.#rest === 'ended' ? ended : this.#rest.next()
  }

  async return(): Promise<IteratorReturnResult<void>> {
    if (typeof this.#rest !== 'string') await this.#rest.return?.()
    this.#rest = 'ended'
    return ended
  }
}
