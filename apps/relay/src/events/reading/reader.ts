import { Worker } from 'node:worker_threads'
import { EventBatch } from '../event-batch.ts'
import { QueryTooCostly } from '../event-store.ts'
import type { Filter } from '../filter.ts'
import type { CountRequest, QueryRequest, ReaderAnswer, ReaderRequest, ReaderSettings } from './reader-messages.ts'

type Settle = { resolve: (answer: ReaderAnswer) => void; reject: (error: unknown) => void }

/**
 * The main thread's end of the reader. A reader that dies fails its open queries; the next
 * query starts another.
 */
export class Reader {
  readonly #settings: ReaderSettings
  readonly #waiting = new Map<number, Settle>()
  #worker: Worker | null
  #calls = 0
  #closed = false

  constructor(settings: ReaderSettings) {
    this.#settings = settings
    this.#worker = this.#start()
  }

  async *query(filters: readonly Filter[], request: QueryRequest, signal?: AbortSignal) {
    const call = this.#nextCall()
    let done = false
    try {
      let answer = await this.#ask({ type: 'query', call, filters, ...request }, signal)
      for (;;) {
        if (!('bytes' in answer)) throw new Error('the reader answered something else than events')
        done = answer.done
        if (signal?.aborted) return
        if (answer.ends.length > 0) yield new EventBatch(answer.bytes, answer.ends)
        if (done || signal?.aborted) return
        answer = await this.#ask({ type: 'more', call }, signal)
      }
    } catch (error) {
      if (!signal?.aborted) throw error
    } finally {
      if (!done) this.#send({ type: 'stop', call })
    }
  }

  /** Rejects when nobody waits for it any more. */
  async count(filters: readonly Filter[], request: CountRequest, signal?: AbortSignal): Promise<number> {
    const answer = await this.#ask({ type: 'count', call: this.#nextCall(), filters, ...request }, signal)
    if (!('count' in answer)) throw new Error('the reader answered something else than a count')
    return answer.count
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#failAll(new Error('the reader is closed'))
    await this.#worker?.terminate()
  }

  #nextCall(): number {
    this.#calls += 1
    return this.#calls
  }

  /** Once nobody waits for the answer any more the worker is told at once: a long reading would take its time from others. */
  async #ask(request: ReaderRequest, signal?: AbortSignal): Promise<ReaderAnswer> {
    if (this.#closed) throw new Error('the reader is closed')
    signal?.throwIfAborted()
    const { call } = request
    const { promise, resolve, reject } = Promise.withResolvers<ReaderAnswer>()
    const stop = () => {
      this.#waiting.delete(call)
      this.#send({ type: 'stop', call })
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop)
    this.#waiting.set(call, { resolve, reject })
    this.#send(request)
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  #send(request: ReaderRequest): void {
    if (this.#closed) return
    this.#worker ??= this.#start()
    this.#worker.postMessage(request)
  }

  #start(): Worker {
    const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), { workerData: this.#settings })
    worker.on('message', (answer: ReaderAnswer) => {
      const settle = this.#waiting.get(answer.call)
      this.#waiting.delete(answer.call)
      if (!settle) return
      if (!('error' in answer)) settle.resolve(answer)
      else settle.reject(answer.error === 'costly' ? new QueryTooCostly(answer.message) : new Error(answer.message))
    })
    worker.once('error', error => {
      this.#worker = null
      this.#failAll(error)
    })
    return worker
  }

  #failAll(error: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
