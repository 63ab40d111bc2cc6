import { imageModeration, type ValuesOf } from '@hornets/contract/admin/settings'
import type { BuiltInJudgeState } from '@hornets/contract/admin/settings/services'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { Settings } from '../settings/settings.ts'

/** Installs the judge's libraries; cheap once they are there. Throws an Error with a sentence of the contract. */
export type InstallJudge = (signal: AbortSignal, onProgress: (done: number, total: number) => void) => Promise<void>

/** Runs the judge's process until it ends or is aborted. Throws an Error with a sentence of the contract. */
export type LaunchJudge = (signal: AbortSignal, onReady: () => void) => Promise<void>

export interface BuiltInJudgeParts {
  readonly settings: Pick<Settings, 'get' | 'onChange'>
  readonly install: InstallJudge
  readonly launch: LaunchJudge
  /** Rejects when aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>
  readonly now: Clock
  readonly logger: Pick<Logger, 'warn' | 'info'>
}

const firstPauseMs = 1000
const pauseMsMax = 300_000
/** A process that ran so long begins again without a long pause. */
const steadyMs = 60_000

/** The judge that comes with the relay: its own process, while image moderation is on with the default address. */
export class BuiltInJudge {
  readonly #parts: BuiltInJudgeParts
  readonly #unsubscribe: () => void
  #state: BuiltInJudgeState = { state: 'off' }
  #life: AbortController | undefined
  #ended: Promise<void> = Promise.resolve()

  constructor(parts: BuiltInJudgeParts) {
    this.#parts = parts
    this.#unsubscribe = parts.settings.onChange(imageModeration, values => this.#follow(values))
    this.#follow(parts.settings.get(imageModeration))
  }

  state(): BuiltInJudgeState {
    return this.#state
  }

  async close(): Promise<void> {
    this.#unsubscribe()
    this.#life?.abort()
    await this.#ended
  }

  #follow({ enabled, api }: Readonly<ValuesOf<typeof imageModeration>>): void {
    const isWanted = enabled && api === imageModeration.fields.api.default
    if (isWanted === (this.#life !== undefined)) return
    this.#life?.abort()
    this.#life = isWanted ? new AbortController() : undefined
    const signal = this.#life?.signal
    // The one before must have left its port.
    if (signal) this.#ended = this.#ended.then(() => this.#live(signal))
  }

  async #live(signal: AbortSignal): Promise<void> {
    const { install, launch, wait, now, logger } = this.#parts
    let pauseMs = firstPauseMs
    while (!signal.aborted) {
      const startedMs = now()
      try {
        this.#state = { state: 'installing' }
        await install(signal, (done, total) => {
          this.#state = { state: 'installing', done, total }
        })
        this.#state = { state: 'starting' }
        await launch(signal, () => {
          this.#state = { state: 'running' }
        })
      } catch (error) {
        if (signal.aborted) break
        logger.warn({ err: error }, 'the built-in judge ended')
        this.#state = { state: 'failed', error: (error as Error).message }
      }
      if (now() - startedMs >= steadyMs) pauseMs = firstPauseMs
      await wait(pauseMs, signal).catch(() => undefined)
      pauseMs = Math.min(pauseMs * 2, pauseMsMax)
    }
    this.#state = { state: 'off' }
  }
}
