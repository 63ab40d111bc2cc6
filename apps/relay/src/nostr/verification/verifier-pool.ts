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
  /** What the worker has in hand, batch by batch, the one in work first. */
  batches: Job[][]
}

const batchMax = 32
/** Two batches at a worker: one in work, one at hand, so that it never waits for the main thread. */
const batchesAtWorkerMax = 2
const triesMax = 2

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
  #scheduled = false
  #closed = false

  constructor({
    workers = Math.max(availableParallelism() - 1, 1),
    program = new URL('./verify-worker.ts', import.meta.url),
  }: VerifierPoolOptions = {}) {
    this.#program = program
    for (let count = 0; count < workers; count++) this.#openSeat()
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
    await Promise.all(this.#seats.map(seat => seat.worker?.terminate()))
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
      if (seat.batches.length >= batchesAtWorkerMax) return
      const alone = (this.#queue[0]?.tries ?? 0) > 0
      const batch = this.#queue.splice(0, alone ? 1 : batchMax)
      seat.batches.push(batch)
      seat.worker ??= this.#start(seat)
      seat.worker.postMessage(batch.map(job => job.json))
    }
  }

  #openSeat(): void {
    const seat: Seat = { worker: null, batches: [] }
    seat.worker = this.#start(seat)
    this.#seats.push(seat)
  }

  #start(seat: Seat): Worker {
    const worker = new Worker(this.#program)
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
