import { type SweepParts, sweep } from './sweep.ts'

export class Leftovers {
  /** Resolves with the number of deleted contents; never rejects. */
  readonly swept: Promise<number>
  readonly #parts: SweepParts
  readonly #closing = new AbortController()

  constructor(parts: SweepParts) {
    this.#parts = parts
    this.swept = sweep(parts, this.#closing.signal).catch(err => {
      parts.logger.error({ err }, 'could not remove leftovers from the media folder')
      return 0
    })
  }

  /** Hangs up on the stores: a list of what they have can take long. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#parts.stores.close()
    await this.swept
  }
}
