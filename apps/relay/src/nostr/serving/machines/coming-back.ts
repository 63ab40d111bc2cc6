import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '@hornets/server/process/logger'
import type { Joining, Start } from '../calls.ts'
import type { OpenServing } from '../open-serving.ts'
import { connectSecurely, type Place } from './secure-link.ts'

export interface ComingBackParts {
  /** It can come back at another one: a standby has taken over. */
  readonly mains: readonly Place[]
  readonly secret: string
  readonly own: Pick<Joining, 'id' | 'host'>
  readonly log: Logger
  readonly onEnd: () => void
}

/** So long clients are kept without a main process: it is started again, or the network is. */
const keepMs = 30_000
const retryMs = 200
/** A main process that is starting answers late; one behind a cut cable never does. */
const tryMs = 5000

const gone = () => new Error('the main process is gone')

export async function within<Result>(ms: number, promise: Promise<Result>): Promise<Result> {
  const late = new AbortController()
  const timeout = pause(ms, undefined, late).then(() => {
    throw new Error(`no answer in ${ms} ms`)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    timeout.catch(() => {})
    late.abort()
  }
}

/** A machine's way back to its main process. What its clients ask meanwhile waits, reads from the database aside. */
export class ComingBack {
  readonly #parts: ComingBackParts
  #serving: OpenServing | undefined
  #isTrying = false
  #tries = 0
  #isClosed = false
  onStart: (start: Start) => void = () => {}

  constructor(parts: ComingBackParts) {
    this.#parts = parts
  }

  get isReady(): boolean {
    return this.#serving !== undefined
  }

  of(serving: OpenServing): void {
    this.#serving = serving
  }

  close(): void {
    this.#isClosed = true
  }

  async tryUntilBack(): Promise<void> {
    const { log, onEnd } = this.#parts
    // The stream of a try ends with the try.
    if (this.#isTrying || !this.#serving) return
    this.#isTrying = true
    const until = performance.now() + keepMs
    log.warn('the main process is away')
    while (!this.#isClosed) {
      const isBack = await this.#try(this.#serving).catch(err => {
        log.debug({ err }, 'the main process is still away')
      })
      if (isBack) break
      if (isBack === false || performance.now() > until) return onEnd()
      await pause(retryMs)
    }
    this.#isTrying = false
  }

  /** False: it is another one now, whose limits or version this machine has to start with. */
  async #try(serving: OpenServing): Promise<boolean> {
    const { mains, secret, own, log } = this.#parts
    const main = mains[this.#tries++ % mains.length] as Place
    const stream = await connectSecurely(main, secret, tryMs)
    const ended = once(stream, 'close').then(() => {
      throw gone()
    })
    ended.catch(() => {})
    try {
      const { promise, resolve } = Promise.withResolvers<Start>()
      this.onStart = resolve
      serving.main.attach(stream)
      serving.main.tell('join', { ...own, number: serving.start.number })
      const start = await Promise.race([within(tryMs, promise), ended])
      if (fixedOf(start) !== fixedOf(serving.start)) return false
      await Promise.race([goOn(serving, start), ended])
      log.warn('the main process is back')
      return true
    } catch (error) {
      stream.destroy()
      await ended.catch(() => {})
      throw error
    }
  }
}

const fixedOf = ({ policy: _changes, ...fixed }: Start) => JSON.stringify(fixed)

/** What the main process has said meanwhile is asked for. */
async function goOn({ main, websockets, policy, events, live }: OpenServing, start: Start): Promise<void> {
  policy.state = start.policy
  events.setCache(start.policy.cache)
  live.hold()
  main.goOn()
  await main.call('ready', [websockets.ids])
  await live.catchUp()
  const judge = async (key: string) => {
    const refusal = await main.call('judgeReader', [key, null])
    if (refusal) websockets.closeConnectionsOf(key, refusal)
  }
  await Promise.all([...websockets.keys].map(judge))
  websockets.judgeAgain()
}
