import type { Clock } from '@hornets/server/clock'
import type { Fetched } from './fetch-store.ts'

export interface FetchCounterOptions {
  readonly write: (fetched: ReadonlyMap<string, Fetched>) => void
  readonly now: Clock
  readonly onError: (error: unknown) => void
}

const writeEveryMs = 10_000

/** Counts fetches of each file in memory, and writes them to the database every ten seconds. */
export class FetchCounter {
  readonly #options: FetchCounterOptions
  readonly #timer: NodeJS.Timeout
  #fetched = new Map<string, Fetched>()

  constructor(options: FetchCounterOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.write(), writeEveryMs).unref()
  }

  note(hash: string): void {
    const count = (this.#fetched.get(hash)?.count ?? 0) + 1
    this.#fetched.set(hash, { count, lastAt: Math.floor(this.#options.now() / 1000) })
  }

  /** A failed write is retried the next time. */
  write(): void {
    if (this.#fetched.size === 0) return
    try {
      this.#options.write(this.#fetched)
      this.#fetched = new Map()
    } catch (error) {
      this.#options.onError(error)
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.write()
  }
}
