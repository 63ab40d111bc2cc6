import { setTimeout as wait } from 'node:timers/promises'

export interface PaceOptions {
  readonly bytesPerSecond: number
  /** At least this long for each file, milliseconds. */
  readonly restMs: number
}

/** Spreads reading over time, so that it takes a small part of disk and network. */
export class Pace {
  readonly bytesPerSecond: number
  readonly #restMs: number
  /** When what was read so far is paid for, milliseconds. */
  #paidAt = 0

  constructor({ bytesPerSecond, restMs }: PaceOptions) {
    this.bytesPerSecond = bytesPerSecond
    this.#restMs = restMs
  }

  /** Resolves when so many bytes may have been read. Rejects when `signal` aborts. */
  async read(bytes: number, signal: AbortSignal): Promise<void> {
    await this.#pay((bytes / this.bytesPerSecond) * 1000, signal)
  }

  async rest(signal: AbortSignal): Promise<void> {
    await this.#pay(this.#restMs, signal)
  }

  async #pay(ms: number, signal: AbortSignal): Promise<void> {
    const now = performance.now()
    this.#paidAt = Math.max(this.#paidAt, now) + ms
    signal.throwIfAborted()
    if (this.#paidAt - now >= 1) await wait(this.#paidAt - now, undefined, { signal })
  }
}
