import type { Clock } from '../clock.ts'

export interface CircuitLimits {
  readonly failuresMax: number
  /** Its first rest; each failed probe doubles it, up to `restMsMax`. */
  readonly restMs: number
  readonly restMsMax: number
}

/** Keeps calls from a service that fails: after some failures in a row it rests, then lets one probe at a time pass. */
export class Circuit {
  readonly #limits: CircuitLimits
  readonly #now: Clock
  #failures = 0
  #rests = 0
  #closedUntil = 0
  #isProbed = false

  constructor(limits: CircuitLimits, now: Clock) {
    this.#limits = limits
    this.#now = now
  }

  /** May a call be made now? Each call that may is followed by `note` or `release`. */
  admits(): boolean {
    if (this.#rests === 0) return true
    if (this.#isProbed || this.#now() < this.#closedUntil) return false
    this.#isProbed = true
    return true
  }

  /** Whether calls are refused now, without making one. */
  get isOpen(): boolean {
    return this.#rests > 0 && (this.#isProbed || this.#now() < this.#closedUntil)
  }

  note(isFailure: boolean): void {
    this.#isProbed = false
    if (!isFailure) {
      this.#failures = 0
      this.#rests = 0
      return
    }
    this.#failures++
    // Calls that began before it opened tell nothing new.
    if (this.#failures < this.#limits.failuresMax || this.#now() < this.#closedUntil) return
    this.#closedUntil = this.#now() + Math.min(this.#limits.restMs * 2 ** this.#rests, this.#limits.restMsMax)
    this.#rests++
  }

  /** A call that was admitted ended without telling anything about the service. */
  release(): void {
    this.#isProbed = false
  }
}
