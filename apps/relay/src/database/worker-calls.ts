import { Worker } from 'node:worker_threads'

export interface WorkerCall {
  readonly call: number
  readonly asked: unknown
}

export type WorkerAnswer =
  | { readonly call: number; readonly answer: unknown }
  | { readonly call: number; readonly error: string }

/** Calls that wait at most; further ones fail, so that a slow disk cannot fill the memory. */
const waitingMax = 500

interface Waiting {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

/** Answered in order (`answerCalls`). The thread starts with the first call, and again after it has failed. */
export class WorkerCalls {
  readonly #program: URL
  readonly #data: unknown
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #calls = 0

  constructor(program: URL, data: unknown) {
    this.#program = program
    this.#data = data
  }

  /** Rejects with the thread's message, and if too many calls are waiting. */
  async ask(asked: unknown): Promise<unknown> {
    if (this.#waiting.size >= waitingMax) throw new Error('too many lists are being read')
    const call = ++this.#calls
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.set(call, { resolve, reject })
    this.#worker ??= this.#start()
    this.#worker.ref()
    const message: WorkerCall = { call, asked }
    this.#worker.postMessage(message)
    return promise
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#fail(new Error('the database is closed'))
  }

  #start(): Worker {
    const worker = new Worker(this.#program, { workerData: this.#data })
    worker.on('message', (answer: WorkerAnswer) => {
      const waiting = this.#waiting.get(answer.call)
      this.#waiting.delete(answer.call)
      // Nobody waits: the thread alone keeps no process alive.
      if (this.#waiting.size === 0) worker.unref()
      if ('error' in answer) waiting?.reject(new Error(answer.error))
      else waiting?.resolve(answer.answer)
    })
    worker.on('error', error => this.#fail(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => this.#fail(new Error('the reader of the database has ended')))
    return worker
  }

  #fail(error: Error): void {
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
