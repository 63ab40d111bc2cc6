import type { Clock } from '@hornets/server/clock'

export interface CacheLimits {
  readonly cache_size: number
  readonly cache_ttl: number
}

interface Verdict {
  readonly isShown: boolean
  readonly at: number
}

/** An entry with its key and the table's share, about. */
const entryBytes = 250

/** Verdicts by event and instructions. The limits are asked each time, so that a save applies to what is there. */
export class VerdictCache {
  readonly #limits: () => CacheLimits
  readonly #now: Clock
  readonly #verdicts = new Map<string, Verdict>()
  #hits = 0
  #misses = 0

  constructor(limits: () => CacheLimits, now: Clock) {
    this.#limits = limits
    this.#now = now
  }

  get(key: string): boolean | undefined {
    const verdict = this.#verdicts.get(key)
    if (verdict && this.#now() < verdict.at + this.#limits().cache_ttl * 60_000) {
      this.#hits++
      return verdict.isShown
    }
    this.#misses++
    return undefined
  }

  set(key: string, isShown: boolean): void {
    this.#verdicts.delete(key)
    this.#verdicts.set(key, { isShown, at: this.#now() })
    this.trim()
  }

  trim(): void {
    for (const key of this.#verdicts.keys()) {
      if (this.#verdicts.size <= this.#limits().cache_size) return
      this.#verdicts.delete(key)
    }
  }

  clear(): void {
    this.#verdicts.clear()
  }

  figures() {
    const entries = this.#verdicts.size
    return { entries, hits: this.#hits, misses: this.#misses, bytes: entries * entryBytes }
  }
}
