import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { EventBatch } from '../../event-batch.ts'
import type { Measured } from '../../event-store.ts'
import type { Filter } from '../../filter.ts'
import { fitsIntoMemory } from '../layout/warm-file.ts'
import { Reader } from './reader.ts'
import type { CountRequest, QueryRequest, ReaderSettings } from './reader-messages.ts'

const readersOfDisk = 4

function usualSize(path: string): number {
  return Math.max(availableParallelism() - 1, fitsIntoMemory(statSync(path).size) ? 1 : readersOfDisk)
}

export class ReaderPool {
  readonly #readers: readonly Reader[]

  constructor(settings: ReaderSettings, size = usualSize(settings.path)) {
    this.#readers = Array.from({ length: size }, () => new Reader(settings))
  }

  query(filters: readonly Filter[], request: QueryRequest, signal?: AbortSignal): AsyncIterator<EventBatch, void> {
    return this.#leastBusy().query(filters, request, signal)
  }

  count(filters: readonly Filter[], request: CountRequest, signal?: AbortSignal): Promise<number> {
    return this.#leastBusy().count(filters, request, signal)
  }

  measure(filters: readonly Filter[], request: CountRequest, signal?: AbortSignal): Promise<Measured> {
    return this.#leastBusy().measure(filters, request, signal)
  }

  async close(): Promise<void> {
    await Promise.all(this.#readers.map(reader => reader.close()))
  }

  #leastBusy(): Reader {
    return this.#readers.reduce((best, reader) => (reader.load < best.load ? reader : best))
  }
}
