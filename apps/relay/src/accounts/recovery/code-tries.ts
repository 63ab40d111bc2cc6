import type { Clock } from '@hornets/server/clock'
import { LRUCache } from 'lru-cache'

const wrongTriesMax = 5
const keptMs = 30 * 60_000
const keptMax = 10_000

export class CodeTries {
  readonly #now: Clock
  readonly #tries = new LRUCache<string, { wrong: number; readonly since: number }>({ max: keptMax })

  constructor(now: Clock) {
    this.#now = now
  }

  /** Counts the attempt as wrong before checking, so that parallel attempts are not free; false if none are left. */
  begin(who: string): boolean {
    const kept = this.#tries.get(who)
    const tries = kept && this.#now() - kept.since < keptMs ? kept : { wrong: 0, since: this.#now() }
    this.#tries.set(who, tries)
    if (tries.wrong >= wrongTriesMax) return false
    tries.wrong += 1
    return true
  }

  wasRight(who: string): void {
    const tries = this.#tries.get(who)
    if (tries) tries.wrong -= 1
  }

  forget(who: string): void {
    this.#tries.delete(who)
  }
}
