import { Worker } from 'node:worker_threads'
import { EventBatch, noMargins } from '../../event-batch.ts'
import { type Measured, QueryTooCostly } from '../../event-store.ts'
import type { Filter } from '../../filter.ts'
import { Chunks } from './chunks.ts'
import { ReaderAnswers } from './reader-answers.ts'
import type {
  CountRequest,
  QueryRequest,
  ReadBatch,
  ReaderAnswer,
  ReaderRequest,
  ReaderSettings,
  ReaderWorkerData,
} from './reader-messages.ts'

/** Batches that clients have not yet taken; further ones get memory of their own. */
const chunksOfReader = 12
/** Batches are read into shared memory: without a limit V8 would keep up to 64 MB for new objects, of which few survive. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 }

type Settle = { resolve: (answer: ReaderAnswer) => void; reject: (error: unknown) => void }

/** The serving thread's side of one reader. If it crashes, its open queries fail; the next query starts another. */
export class Reader {
  readonly #settings: ReaderSettings
  readonly #waiting = new Map<number, Settle>()
  #worker: Worker | null = null
  #chunks: Chunks | undefined
  #lastCall = 0
  #isClosed = false
  #open = 0

  constructor(settings: ReaderSettings) {
    this.#settings = settings
  }

  get load(): number {
    return this.#open
  }

  query(filters: readonly Filter[], request: QueryRequest, signal?: AbortSignal): AsyncIterator<EventBatch, void> {
    this.#lastCall += 1
    return new ReaderAnswers(
      {
        ask: request => this.#ask(request, signal),
        batch: read => this.#batch(read, request),
        stop: call => this.#send({ type: 'stop', call }),
        count: change => {
          this.#open += change
        },
      },
      { type: 'query', call: this.#lastCall, filters, ...request },
      signal,
    )
  }

  async count(filters: readonly Filter[], request: CountRequest, signal?: AbortSignal): Promise<number> {
    return (await this.#askCount({ type: 'count', filters, ...request }, signal)).count
  }

  async measure(filters: readonly Filter[], request: CountRequest, signal?: AbortSignal): Promise<Measured> {
    const answer = await this.#askCount({ type: 'measure', filters, ...request }, signal)
    if (!('bytes' in answer)) throw new Error('the reader answered without bytes')
    return answer
  }

  /** Lets the thread finish: stopping it during a read would crash the process. */
  async close(): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    this.#failAll(new Error('the reader is closed'))
    if (!worker) return
    const ended = new Promise<void>(resolve => worker.once('exit', () => resolve()))
    this.#send({ type: 'close', call: 0 })
    await ended
  }

  async #askCount(
    request: { type: 'count' | 'measure'; filters: readonly Filter[] } & CountRequest,
    signal?: AbortSignal,
  ): Promise<Extract<ReaderAnswer, { count: number }>> {
    this.#lastCall += 1
    this.#open += 1
    try {
      const answer = await this.#ask({ call: this.#lastCall, ...request }, signal)
      if (!('count' in answer)) throw new Error('the reader answered something else than a count')
      return answer
    } finally {
      this.#open -= 1
    }
  }

  /** Tells the reader when the answer is no longer needed, so that a long read does not take time from others. */
  async #ask(request: ReaderRequest, signal?: AbortSignal): Promise<ReaderAnswer> {
    signal?.throwIfAborted()
    if (this.#isClosed) throw new Error('the reader is closed')
    const { promise, resolve, reject } = Promise.withResolvers<ReaderAnswer>()
    const leave = () => {
      this.#waiting.delete(request.call)
      this.#send({ type: 'stop', call: request.call })
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    this.#waiting.set(request.call, { resolve, reject })
    this.#worker ??= this.#start()
    this.#send(request)
    const answer = await promise.finally(() => signal?.removeEventListener('abort', leave))
    if ('error' in answer)
      throw answer.error === 'costly' ? new QueryTooCostly(answer.message) : new Error(answer.message)
    return answer
  }

  #batch(read: ReadBatch, { margins }: QueryRequest): EventBatch {
    const { ends } = read
    if (!('chunk' in read)) return new EventBatch(read.bytes, ends, margins ?? noMargins)
    const chunks = this.#chunks
    if (!chunks) throw new Error('the reader has no memory')
    return new EventBatch(chunks.bytes(read.chunk).subarray(0, read.length), ends, margins ?? noMargins, () =>
      chunks.giveBack(read.chunk),
    )
  }

  #send(request: ReaderRequest): void {
    this.#worker?.postMessage(request)
  }

  #start(): Worker {
    const chunks = Chunks.of(chunksOfReader)
    this.#chunks = chunks
    const workerData: ReaderWorkerData = { ...this.#settings, memory: chunks.memory }
    const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), { workerData, resourceLimits })
    worker.on('message', (answer: ReaderAnswer) => {
      const waiting = this.#waiting.get(answer.call)
      this.#waiting.delete(answer.call)
      if (waiting) waiting.resolve(answer)
      else if ('batch' in answer && 'chunk' in answer.batch) chunks.giveBack(answer.batch.chunk)
    })
    worker.on('error', error => {
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
