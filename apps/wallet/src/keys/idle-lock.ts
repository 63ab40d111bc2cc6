import type { Clock } from '@hornets/server/clock'

interface IdleLockParts {
  readonly now: Clock
  /** Milliseconds; null: never. */
  readonly idleMs: () => number | null
  /** Nothing was used for that long. */
  readonly onIdle: () => void
}

/** Calls back once something was not used for a time. */
export class IdleLock {
  readonly #parts: IdleLockParts
  #usedAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor(parts: IdleLockParts) {
    this.#parts = parts
  }

  /** It was used: the time starts again. */
  restart(): void {
    const { now, idleMs, onIdle } = this.#parts
    clearTimeout(this.#timer)
    this.#usedAt = now()
    const ms = idleMs()
    // The wall clock may stand still or go backwards: a timer does neither.
    if (ms !== null) this.#timer = setTimeout(onIdle, ms).unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** Milliseconds; null where it never ends. */
  leftMs(): number | null {
    const ms = this.#parts.idleMs()
    return ms === null ? null : Math.max(0, this.#usedAt + ms - this.#parts.now())
  }
}
