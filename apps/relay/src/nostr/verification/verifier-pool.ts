import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Verdict } from './check-event.ts'

interface Job {
  readonly json: string
  readonly resolve: (verdict: Verdict) => void
  readonly reject: (error: unknown) => void
  tries: number
}

interface Seat {
  /** Null after its death, until there is work. */
  worker: Worker | null
  /** Becomes 1 once the worker has loaded its native code. */
  loaded: Int32Array
  /** What the worker has in hand, batch by batch, the one in work first. */
  batches: Job[][]
}

const batchMax = 32
/** Two batches at a worker: one in work, one at hand, so that it never waits for the main thread. */
const batchesAtWorkerMax = 2
/** A worker that has a batch gets the next when it is so large, or when it is done: handing over costs as much as it. */
const nextBatchMin = 16
const triesMax = 2
const loadingMsMax = 5000
const endingMsMax = 2000
const notLoaded = 0

export interface VerifierPoolOptions {
  /** One for each core but the main thread's, when not given. */
  readonly workers?: number
  /** Another worker program, for tests. */
  readonly program?: URL
}

/**
 * Checks ids and signatures of events in worker threads, in batches. A worker that dies is replaced; what it had in work
 * is tried once more, each event by itself, so that none can take others with it twice.
 */
export class VerifierPool {
  readonly #program: URL
  readonly #seats: Seat[] = []
  readonly #queue: Job[] = []
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
    // A thread that is torn down while it loads native code takes the process with it (SIGABRT).
    process.on('exit', this.#waitForLoading)
  }

  /** `json` must have the shape of an event. */
  verify(json: string): Promise<Verdict> {
    if (this.#closed) return Promise.reject(new Error('the verifier is closed'))
    return new Promise((resolve, reject) => {
      this.#queue.push({ json, resolve, reject, tries: 0 })
      this.#schedule()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    const left = [...this.#queue.splice(0), ...this.#seats.flatMap(seat => seat.batches.splice(0).flat())]
    for (const { reject } of left) reject(new Error('the verifier is closed'))
    await Promise.all(this.#seats.map(seat => endInOrder(seat.worker)))
    process.off('exit', this.#waitForLoading)
  }

  /** Waits for the end of the turn, so that what arrives together goes together. */
  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#handOut()
    })
  }

  #handOut(): void {
    while (this.#queue.length > 0) {
      const seat = this.#seats.reduce((best, other) => (other.batches.length < best.batches.length ? other : best))
      const isWorthIt = seat.batches.length === 0 || this.#queue.length >= nextBatchMin
      if (seat.batches.length >= batchesAtWorkerMax || !isWorthIt) return
      const alone = (this.#queue[0]?.tries ?? 0) > 0
      const batch = this.#queue.splice(0, alone ? 1 : batchMax)
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
    this.#queue.unshift(...inWork.filter(({ tries }) => tries < triesMax), ...atHand.flat())
    this.#handOut()
  }
}

function newFlag(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

/** The worker ends by itself once it has loaded, and is stopped only when it does not. */
async function endInOrder(worker: Worker | null): Promise<void> {
  if (!worker || worker.threadId < 0) return
  const ended = new Promise<void>(resolve => worker.once('exit', () => resolve()))
  worker.postMessage('end')
  const timer = setTimeout(() => void worker.terminate(), loadingMsMax + endingMsMax)
  await ended
  clearTimeout(timer)
}
