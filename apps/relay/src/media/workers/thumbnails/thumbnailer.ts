import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Logger } from '@hornets/server/process/logger'
import type { Outcome, ThumbnailAnswer, ThumbnailRequest } from '../../library/files/thumbnail.ts'
import type { ImagePrint, TurnedPrint } from '../../library/similarity/image-print.ts'
import { noLibrary, pictureProcessOptions } from './picture-process.ts'

export interface ThumbnailerOptions {
  readonly logger: Logger
  readonly limitMs?: number
}

interface Waiting {
  readonly resolve: (answer: Answer) => void
  readonly timer: NodeJS.Timeout
}

type Answer = NonNullable<ThumbnailAnswer['made']> | 'none' | 'ended' | 'unavailable'

const usualLimitMs = 10_000
const idleMs = 30_000
const program = fileURLToPath(new URL('./thumbnail-process.ts', import.meta.url))

/** Makes thumbnails in a process that starts on demand, and is killed when a file takes too long. */
export class Thumbnailer {
  readonly #logger: Logger
  readonly #limitMs: number
  readonly #waiting = new Map<number, Waiting>()
  #child: ChildProcess | undefined
  #ids = 0
  #idle: NodeJS.Timeout | undefined
  #isUnavailable = false

  constructor({ logger, limitMs = usualLimitMs }: ThumbnailerOptions) {
    this.#logger = logger
    this.#limitMs = limitMs
  }

  /** Never throws: a file without a possible thumbnail has none. */
  make(path: string): Promise<Outcome> {
    return this.#ask(path, 'thumbnail') as Promise<Outcome>
  }

  async printsOf(path: string): Promise<readonly ImagePrint[] | null> {
    return printsIn((await this.#ask(path, 'prints')) as readonly ImagePrint[] | string)
  }

  /** The same with its cuts and turns, to ban it. */
  async bannedPrintsOf(path: string): Promise<readonly TurnedPrint[] | null> {
    return printsIn((await this.#ask(path, 'banned')) as readonly TurnedPrint[] | string)
  }

  #ask(path: string, want: ThumbnailRequest['want']): Promise<Answer> {
    if (this.#isUnavailable) return Promise.resolve('unavailable')
    clearTimeout(this.#idle)
    const child = this.#start()
    const id = ++this.#ids
    return new Promise(resolve => {
      // Whichever file is the cause, all in progress are abandoned with it.
      const timer = setTimeout(() => child.kill('SIGKILL'), this.#limitMs)
      this.#waiting.set(id, { resolve, timer })
      const request: ThumbnailRequest = { id, path, want }
      child.send(request, error => error && this.#settle(id, 'ended'))
    })
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#child?.kill('SIGKILL')
  }

  #start(): ChildProcess {
    if (this.#child) return this.#child
    const child = fork(program, pictureProcessOptions)
    this.#child = child
    child.on('message', ({ id, made }: ThumbnailAnswer) => this.#settle(id, made ?? 'none'))
    child.on('error', err => this.#logger.warn({ err }, 'the process that makes thumbnails has failed'))
    child.once('exit', code => {
      if (this.#child === child) this.#child = undefined
      if (code === noLibrary) {
        this.#isUnavailable = true
        this.#logger.warn('no thumbnails are made: sharp has no build for this machine')
      }
      for (const id of [...this.#waiting.keys()]) this.#settle(id, code === noLibrary ? 'unavailable' : 'ended')
    })
    return child
  }

  #settle(id: number, outcome: Answer): void {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    this.#waiting.delete(id)
    clearTimeout(waiting.timer)
    waiting.resolve(outcome)
    if (this.#waiting.size > 0) return
    this.#idle = setTimeout(() => this.#child?.kill(), idleMs).unref()
  }
}

const printsIn = <Print>(answer: readonly Print[] | string) => (typeof answer === 'string' ? null : answer)
