import { availableParallelism } from 'node:os'
import type { EventBatch } from '../event-batch.ts'
import type { Filter } from '../filter.ts'
import { Reader } from './reader.ts'
import type { CountRequest, QueryRequest, ReaderSettings } from './reader-messages.ts'

/** Readers that share the queries; their threads start on demand. */
export class ReaderPool {
  readonly #readers: readonly Reader[]

  /** @param size By default one less than there are cores, at least one. */
  constructor(settings: ReaderSettings, size = Math.max(availableParallelism() - 1, 1)) {
    this.#readers = Array.from({ length: size }, () => new Reader(settings))
  }

  query(filters: readonly Filter[], request: QueryRequest, signal?: AbortSignal): AsyncIterator<EventBatch, void> {
    return this.#leastBusy().query(filters, request, signal)
  }

  count(filters: readonly Filter[], request: CountRequest, signal?: AbortSignal): Promise<number> {
    return this.#leastBusy().count(filters, request, signal)
  }

  async close(): Promise<void> {
    await Promise.all(this.#readers.map(reader => reader.close()))
  }

  #leastBusy(): Reader {
    return this.#readers.reduce((best, reader) => (reader.load < best.load ? reader : best))
  }
}
