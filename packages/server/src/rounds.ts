import type { RoundName, RoundState } from '@hornets/contract/admin/notifications/health-rounds'
import { type Clock, toTimestamp } from './clock.ts'
import type { Logger } from './process/logger.ts'

export interface RoundOptions<Result> {
  readonly name: RoundName
  readonly everyMs: number | null
  readonly firstAfterMs?: number
  /** A run can take hours. */
  readonly isLong?: boolean
  readonly work: () => Result | Promise<Result>
}

interface RoundsParts {
  readonly now: Clock
  readonly logger: Pick<Logger, 'error'>
  /** The share of an interval by which it is shortened at random, so that rounds do not run together. */
  readonly jitter?: number
}

/** A run of a round that is not long takes less. */
const runMsMax = 10 * 60_000
const lateMs = 60_000

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
    return [...this.#open].map(round => round.state()).filter(state => state !== undefined)
  }
}

/** One work at intervals. Runs never overlap: a run that is asked for during another one is that one. */
export class Round<Result> {
  readonly #options: RoundOptions<Result>
  readonly #parts: RoundsParts
  readonly #onClose: () => void
  readonly #first: NodeJS.Timeout | undefined
  #everyMs: number | null = null
  #timer: NodeJS.Timeout | undefined
  #running: Promise<Result | undefined> | undefined
  /** When the last run began or ended, or the interval was set, by a clock that nobody sets. */
  #turnedAt = performance.now()
  #lastAt: number | undefined
  #lastMs: number | null = null
  #lastError: string | null = null
  #isClosed = false

  constructor(options: RoundOptions<Result>, parts: RoundsParts, onClose: () => void) {
    this.#options = options
    this.#parts = parts
    this.#onClose = onClose
    this.every(options.everyMs)
    const { firstAfterMs } = options
    if (firstAfterMs !== undefined) this.#first = setTimeout(() => void this.run(), firstAfterMs).unref()
  }

  /** Changes the interval; null pauses it. */
  every(everyMs: number | null): void {
    if (this.#isClosed || everyMs === this.#everyMs) return
    clearInterval(this.#timer)
    this.#everyMs = everyMs
    this.#turnedAt = performance.now()
    if (everyMs === null) return
    const spreadMs = everyMs * (1 - (this.#parts.jitter ?? 0) * Math.random())
    this.#timer = setInterval(() => void this.run(), spreadMs).unref()
  }

  /** Runs now. Never rejects: a failure is logged, and undefined. */
  run(): Promise<Result | undefined> {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  state(): RoundState | undefined {
    if (this.#everyMs === null) return undefined
    return {
      name: this.#options.name,
      every_ms: this.#everyMs,
      is_running: this.isRunning,
      is_late: this.#isLate(this.#everyMs),
      last_at: this.#lastAt === undefined ? null : toTimestamp(this.#lastAt),
      last_duration_ms: this.#lastMs,
      last_error: this.#lastError,
    }
  }

  /** Resolves when a run in progress has ended; how it ends is not logged any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    clearTimeout(this.#first)
    this.#onClose()
    await this.#running
  }

  #isLate(everyMs: number): boolean {
    const sinceMs = performance.now() - this.#turnedAt
    if (!this.isRunning) return sinceMs > 2 * everyMs + lateMs
    return !this.#options.isLong && sinceMs > Math.max(runMsMax, 2 * everyMs)
  }

  async #work(): Promise<Result | undefined> {
    const begunAt = performance.now()
    this.#turnedAt = begunAt
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
      this.#turnedAt = performance.now()
      this.#lastMs = Math.round(this.#turnedAt - begunAt)
    }
  }
}
