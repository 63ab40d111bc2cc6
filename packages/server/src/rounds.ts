import { type Clock, toTimestamp } from './clock.ts'
import type { Logger } from './process/logger.ts'

/** How a round is doing. */
export interface RoundState {
  readonly name: string
  readonly everyMs: number
  readonly isRunning: boolean
  /** RFC 3339, UTC; null before its first end. */
  readonly lastAt: string | null
  /** Of the last run; null if it succeeded. */
  readonly lastError: string | null
}

export interface RoundOptions<Result> {
  /** Names it in the log and in its state. */
  readonly name: string
  readonly everyMs: number
  /** The first run, if it is earlier than the first interval. */
  readonly firstAfterMs?: number
  readonly work: () => Result | Promise<Result>
}

interface RoundsParts {
  readonly now: Clock
  readonly logger: Pick<Logger, 'error'>
  /** The share of an interval by which it is shortened at random, so that rounds do not run together. */
  readonly jitter?: number
}

/** Everything that a program does at intervals. */
export class Rounds {
  readonly #parts: RoundsParts
  readonly #open = new Set<Round<unknown>>()

  constructor(parts: RoundsParts) {
    this.#parts = parts
  }

  /** Repeats the work until the round is closed; it does not keep the process alive. */
  open<Result>(options: RoundOptions<Result>): Round<Result> {
    const round = new Round(options, this.#parts, () => this.#open.delete(round))
    this.#open.add(round)
    return round
  }

  states(): RoundState[] {
    return [...this.#open].map(round => round.state())
  }
}

/** One work at intervals. Runs never overlap: a run that is asked for during another one is that one. */
export class Round<Result> {
  readonly #options: RoundOptions<Result>
  readonly #parts: RoundsParts
  readonly #onClose: () => void
  readonly #timer: NodeJS.Timeout
  readonly #first: NodeJS.Timeout | undefined
  #running: Promise<Result | undefined> | undefined
  #lastAt: number | undefined
  #lastError: string | null = null
  #isClosed = false

  constructor(options: RoundOptions<Result>, parts: RoundsParts, onClose: () => void) {
    this.#options = options
    this.#parts = parts
    this.#onClose = onClose
    const { everyMs, firstAfterMs } = options
    const spreadMs = everyMs * (1 - (parts.jitter ?? 0) * Math.random())
    this.#timer = setInterval(() => void this.run(), spreadMs).unref()
    if (firstAfterMs !== undefined) this.#first = setTimeout(() => void this.run(), firstAfterMs).unref()
  }

  /** Runs now. Never rejects: a failure is logged, and undefined. */
  run(): Promise<Result | undefined> {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  state(): RoundState {
    const { name, everyMs } = this.#options
    const lastAt = this.#lastAt === undefined ? null : toTimestamp(this.#lastAt)
    return { name, everyMs, isRunning: this.#running !== undefined, lastAt, lastError: this.#lastError }
  }

  /** Resolves when a run in progress has ended; how it ends is not logged any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    clearTimeout(this.#first)
    this.#onClose()
    await this.#running
  }

  async #work(): Promise<Result | undefined> {
    try {
      const result = await this.#options.work()
      this.#lastError = null
      return result
    } catch (err) {
      this.#lastError = err instanceof Error ? err.message : String(err)
      if (!this.#isClosed) this.#parts.logger.error({ err, round: this.#options.name }, 'a round failed')
      return undefined
    } finally {
      this.#lastAt = this.#parts.now()
    }
  }
}
