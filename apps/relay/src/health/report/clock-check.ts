import type { Clock } from '@hornets/server/clock'
import type { WayOut } from '@hornets/server/outgoing/way-out'

export interface ClockCheckParts {
  /** A server that the relay asks anyway; undefined: none. */
  readonly url: URL | undefined
  readonly wayOut: Pick<WayOut, 'send'>
  readonly now: Clock
}

const everyMs = 3_600_000
const asked = { timeoutMs: 5000, maxBytes: 65_536 }
/** The header `Date` has whole seconds. */
const halfSecondMs = 500

export class ClockCheck {
  readonly #parts: ClockCheckParts
  #offsetMs: number | null = null
  #askedAt = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | undefined

  constructor(parts: ClockCheckParts) {
    this.#parts = parts
  }

  /** Milliseconds that this machine is ahead, by the last answer; null before. Asks again in the background each hour. */
  offsetMs(): number | null {
    if (this.#parts.now() - this.#askedAt >= everyMs) void this.look()
    return this.#offsetMs
  }

  look(): Promise<void> {
    this.#askedAt = this.#parts.now()
    this.#asking ??= this.#ask()
      .catch(() => undefined)
      .finally(() => {
        this.#asking = undefined
      })
    return this.#asking
  }

  async #ask(): Promise<void> {
    const { url, wayOut, now } = this.#parts
    if (!url) return
    const before = now()
    const { headers } = await wayOut.send(url, asked)
    const theirs = Date.parse(headers.date ?? '')
    if (!Number.isNaN(theirs)) this.#offsetMs = Math.round((before + now()) / 2 - theirs - halfSecondMs)
  }
}
