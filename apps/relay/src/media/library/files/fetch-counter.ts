import type { Clock } from '@hornets/server/clock'
import type { Round, Rounds } from '@hornets/server/rounds'
import type { Fetched, FetchStore } from './fetch-store.ts'

export interface FetchCounterOptions {
  readonly rows: Pick<FetchStore, 'add'>
  readonly rounds: Rounds
  readonly now: Clock
}

const writeEveryMs = 10_000

/** Counts fetches of each file in memory, and writes them to the database every ten seconds. */
export class FetchCounter {
  readonly #options: FetchCounterOptions
  readonly #round: Round<void>
  #fetched = new Map<string, Fetched>()

  constructor(options: FetchCounterOptions) {
    this.#options = options
    this.#round = options.rounds.open({ name: 'downloads', everyMs: writeEveryMs, work: () => this.#write() })
  }

  note(hash: string): void {
    const count = (this.#fetched.get(hash)?.count ?? 0) + 1
    this.#fetched.set(hash, { count, lastAt: Math.floor(this.#options.now() / 1000) })
  }

  async write(): Promise<void> {
    await this.#round.run()
  }

  async close(): Promise<void> {
    await this.write()
    await this.#round.close()
  }

  #write(): void {
    if (this.#fetched.size === 0) return
    this.#options.rows.add(this.#fetched)
    this.#fetched = new Map()
  }
}
