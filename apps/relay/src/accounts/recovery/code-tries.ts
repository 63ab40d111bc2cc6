import type { Clock } from '@hornets/server/clock'
import { LRUCache } from 'lru-cache'

const wrongTriesMax = 5
const keptMs = 30 * 60_000
const keptMax = 10_000

/** Wrong codes, counted for each who tries: nobody's use up the tries of anybody else. */
export class CodeTries {
  readonly #now: Clock
  readonly #tries = new LRUCache<string, { wrong: number; readonly since: number }>({ max: keptMax })

  constructor(now: Clock) {
    this.#now = now
  }

  /** Counts a try as wrong before it is looked at, so that of many at once none is free; false when there is none left. */
  begin(who: string): boolean {
    const kept = this.#tries.get(who)
    const tries = kept && this.#now() - kept.since < keptMs ? kept : { wrong: 0, since: this.#now() }
    this.#tries.set(who, tries)
    if (tries.wrong >= wrongTriesMax) return false
    tries.wrong += 1
    return true
  }

  /** The try that was begun has found the right code. */
  wasRight(who: string): void {
    const tries = this.#tries.get(who)
    if (tries) tries.wrong -= 1
  }

  /** As many tries as at first: there is another code. */
  forget(who: string): void {
    this.#tries.delete(who)
  }
}
