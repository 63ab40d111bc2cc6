import { Worker } from 'node:worker_threads'
import { QueryTooCostly } from '../event-store.ts'
import type { Filter } from '../filter.ts'
import type { ReaderAnswer, ReaderRequest, ReaderSettings } from './reader-messages.ts'

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

  async *query(filters: readonly Filter[], upTo: number | null, now: number, signal?: AbortSignal) {
    const call = this.#nextCall()
    let done = false
    try {
      let answer = await this.#ask({ type: 'query', call, filters, upTo, now })
      for (;;) {
        if (!('chunk' in answer)) throw new Error('the reader answered something else than events')
        done = answer.done
        if (signal?.aborted) return
        if (answer.chunk.length > 0) yield answer.chunk
        if (done || signal?.aborted) return
        answer = await this.#ask({ type: 'more', call })
      }
    } finally {
      if (!done) this.#send({ type: 'stop', call })
    }
  }

  async count(filters: readonly Filter[], now: number): Promise<number> {
    const answer = await this.#ask({ type: 'count', call: this.#nextCall(), filters, now })
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

  #ask(request: ReaderRequest): Promise<ReaderAnswer> {
    if (this.#closed) return Promise.reject(new Error('the reader is closed'))
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.call, { resolve, reject })
      this.#send(request)
    })
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
