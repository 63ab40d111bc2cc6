import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { FairQueue } from '@hornets/server/fair-queue'
import type { Verdict } from './check-event.ts'

interface Job {
  readonly json: string
  readonly resolve: (verdict: Verdict) => void
  readonly reject: (error: unknown) => void
  tries: number
}

interface Seat {
  /** Null after a crash, until there is work. */
  worker: Worker | null
  loaded: Int32Array
  batches: Job[][]
}

const batchMax = 32
/** One batch in progress and one waiting, so that the worker never waits for the main thread. */
const batchesAtWorkerMax = 2
/** A busy worker gets its next batch at this size, because handing over has a fixed cost. */
const nextBatchMin = 16
/** What verifying costs, in bytes that could be hashed in that time: a large event counts for several small ones. */
const signatureCost = 8 * 1024
const batchCostMax = batchMax * signatureCost * 2
const triesMax = 2
const loadingMsMax = 5000
const endingMsMax = 2000
const notLoaded = 0

export interface VerifierPoolOptions {
  readonly workers?: number
  readonly program?: URL
}

/**
 * Customers take turns. Events of a crashed worker are retried once, one at a time: a bad one takes no others with it.
 */
export class VerifierPool {
  readonly #program: URL
  readonly #seats: Seat[] = []
  readonly #queue = new FairQueue<Job>(signatureCost)
  readonly #again: Job[] = []
  readonly #waitForLoading = () => {
    for (const { worker, loaded } of this.#seats) if (worker) Atomics.wait(loaded, 0, notLoaded, loadingMsMax)
  }
  #scheduled = false
  #closed = false

  constructor({
    workers = Math.max(availableParallelism() - 1, 1),
    program = new URL('./verify-worker.ts', import.meta.url),
  }: VerifierPoolOptions = {}) {
    this.#program = program
    for (let count = 0; count < workers; count++) this.#openSeat()
    // Stopping a thread while it loads native code crashes the process (SIGABRT).
    process.on('exit', this.#waitForLoading)
  }

  /** `json` must have the shape of an event. Customers take turns. */
  verify(json: string, customer: unknown): Promise<Verdict> {
    if (this.#closed) return Promise.reject(new Error('the verifier is closed'))
    return new Promise((resolve, reject) => {
      this.#queue.push(customer, { json, resolve, reject, tries: 0 }, signatureCost + json.length)
      this.#schedule()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    const atWorkers = this.#seats.flatMap(seat => seat.batches.splice(0).flat())
    const left = [...this.#queue.takeAll(), ...this.#again.splice(0), ...atWorkers]
    for (const { reject } of left) reject(new Error('the verifier is closed'))
    await Promise.all(this.#seats.map(seat => endInOrder(seat.worker)))
    process.off('exit', this.#waitForLoading)
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#handOut()
    })
  }

  #handOut(): void {
    while (this.#queue.size + this.#again.length > 0) {
      const seat = this.#seats.reduce((best, other) => (other.batches.length < best.batches.length ? other : best))
      const isWorthIt = seat.batches.length === 0 || this.#queue.size >= nextBatchMin
      if (seat.batches.length >= batchesAtWorkerMax || !isWorthIt) return
      const again = this.#again.shift()
      const batch = again ? [again] : this.#queue.take(batchMax, batchCostMax)
      seat.batches.push(batch)
      seat.worker ??= this.#start(seat)
      seat.worker.postMessage(batch.map(job => job.json))
    }
  }

  #openSeat(): void {
    const seat: Seat = { worker: null, loaded: newFlag(), batches: [] }
    seat.worker = this.#start(seat)
    this.#seats.push(seat)
  }

  #start(seat: Seat): Worker {
    seat.loaded = newFlag()
    const worker = new Worker(this.#program, { workerData: { loaded: seat.loaded } })
    let failure: unknown = new Error('the verifier stopped')
    worker.on('message', (verdicts: Verdict[]) => {
      const batch = seat.batches.shift() ?? []
      this.#handOut()
      for (const [at, job] of batch.entries()) {
        const verdict = verdicts[at]
        if (verdict) job.resolve(verdict)
      }
    })
    worker.once('error', error => {
      failure = error
    })
    worker.once('exit', () => {
      Atomics.store(seat.loaded, 0, 1)
      if (!this.#closed) this.#tryAgain(seat, failure)
    })
    return worker
  }

  #tryAgain(seat: Seat, failure: unknown): void {
    const [inWork = [], ...atHand] = seat.batches.splice(0)
    seat.worker = null
    for (const job of inWork) job.tries += 1
    for (const job of inWork.filter(({ tries }) => tries >= triesMax)) job.reject(failure)
    this.#again.push(...inWork.filter(({ tries }) => tries < triesMax), ...atHand.flat())
    this.#handOut()
  }
}

function newFlag(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

/** The worker exits by itself once loaded; it is stopped only if it does not. */
async function endInOrder(worker: Worker | null): Promise<void> {
  if (!worker || worker.threadId < 0) return
  const ended = new Promise<void>(resolve => worker.once('exit', () => resolve()))
  worker.postMessage('end')
  const timer = setTimeout(() => void worker.terminate(), loadingMsMax + endingMsMax)
  await ended
  clearTimeout(timer)
}
