import type { Readers } from '../connections.ts'
import { partIn, partsSql, startOf } from '../schema.ts'

const freshMs = 60_000

/** When parts begin, newest first, as of a minute ago at most: only speed depends on it. */
export class PartStarts {
  readonly #readers: Readers
  #starts: Promise<readonly number[]> | undefined
  #readAt = 0

  constructor(readers: Readers) {
    this.#readers = readers
  }

  async starts(): Promise<readonly number[]> {
    const now = performance.now()
    if (!this.#starts || now - this.#readAt > freshMs) {
      this.#readAt = now
      this.#starts = this.#read()
    }
    const starts = this.#starts
    try {
      return await starts
    } catch (error) {
      if (this.#starts === starts) this.#starts = undefined
      throw error
    }
  }

  async #read(): Promise<readonly number[]> {
    const rows = await this.#readers.read(partsSql, [], { isLimited: false })
    return rows.flatMap(row => startOf(partIn(row)) ?? []).sort((one, other) => other - one)
  }
}
