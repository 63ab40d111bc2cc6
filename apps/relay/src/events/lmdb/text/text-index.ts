import { Worker } from 'node:worker_threads'
import type { Logger } from '@hornets/server/process/logger'
import { readStoredProgress, type TextProgress } from './text-database.ts'
import type { TextAnswer, TextRequest, TextSettings } from './text-messages.ts'

const followAfterMillis = 500

export class TextIndex {
  readonly #settings: TextSettings
  readonly #log: Logger
  readonly #onProgress: (change: number) => void
  readonly #waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()
  #worker: Worker | undefined
  #timer: NodeJS.Timeout | undefined
  #lastCall = 0
  #isFollowing = false
  #isBehind = false
  #isClosed = false

  constructor(settings: TextSettings, log: Logger, onProgress: (change: number) => void) {
    this.#settings = settings
    this.#log = log
    this.#onProgress = onProgress
  }

  /** The thread starts only if it would find something: nothing is behind at most starts. */
  begin(stored: TextProgress): void {
    if (this.#isBehindOf(stored)) this.notice()
    else this.#onProgress(stored.change)
  }

  notice(): void {
    if (this.#isFollowing) this.#isBehind = true
    else if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.#followInTime(), followAfterMillis).unref()
  }

  follow(): Promise<void> {
    return this.#ask('follow')
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const worker = this.#worker
    if (!worker) return
    const ended = new Promise<void>(resolve => worker.once('exit', () => resolve()))
    void this.#ask('close').catch(() => {})
    await ended
  }

  #isBehindOf({ seq, change }: TextProgress): boolean {
    try {
      const indexed = readStoredProgress(this.#settings.textPath)
      return indexed ? indexed.seq !== seq || indexed.change !== change : seq > 0
    } catch {
      // The thread says what is wrong with it.
      return true
    }
  }

  async #followInTime(): Promise<void> {
    this.#timer = undefined
    this.#isFollowing = true
    this.#isBehind = false
    try {
      await this.follow()
    } catch (error) {
      if (!this.#isClosed) this.#log.error({ err: error }, 'could not update the text index')
    }
    this.#isFollowing = false
    if (this.#isBehind) this.notice()
  }

  #ask(type: TextRequest['type']): Promise<void> {
    this.#worker ??= this.#start()
    this.#lastCall += 1
    const call = this.#lastCall
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.set(call, { resolve, reject })
    this.#worker.postMessage({ type, call } satisfies TextRequest)
    return promise
  }

  #start(): Worker {
    const worker = new Worker(new URL('./text-worker.ts', import.meta.url), { workerData: this.#settings })
    worker.on('message', (answer: TextAnswer) => {
      const waiting = this.#waiting.get(answer.call)
      this.#waiting.delete(answer.call)
      if ('error' in answer) return waiting?.reject(new Error(answer.error))
      this.#onProgress(answer.progress.change)
      waiting?.resolve()
    })
    worker.on('error', error => this.#end(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => this.#end(new Error('the text index is closed')))
    return worker
  }

  #end(error: Error): void {
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
