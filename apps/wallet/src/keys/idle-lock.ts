import type { Clock } from '@hornets/server/clock'

interface IdleLockParts {
  readonly now: Clock
  readonly idleMs: () => number | null
  /** Called after that time without use. */
  readonly onIdle: () => void
}

/** Calls back after a time without use. */
export class IdleLock {
  readonly #parts: IdleLockParts
  #usedAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor(parts: IdleLockParts) {
    this.#parts = parts
  }

  restart(): void {
    const { now, idleMs, onIdle } = this.#parts
    clearTimeout(this.#timer)
    this.#usedAt = now()
    const ms = idleMs()
    // A timer is reliable where the wall clock can be set back.
    if (ms !== null) this.#timer = setTimeout(onIdle, ms).unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** Milliseconds; null if it never ends. */
  leftMs(): number | null {
    const ms = this.#parts.idleMs()
    return ms === null ? null : Math.max(0, this.#usedAt + ms - this.#parts.now())
  }
}
