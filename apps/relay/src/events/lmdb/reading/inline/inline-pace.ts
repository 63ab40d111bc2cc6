const skipsMax = 64

/**
 * After one was late (disk), some go to readers: twice as many each time, fewer as tries succeed. They are counted anew
 * while the disk is read, for whomever: a page from there holds up everyone.
 */
export class InlinePace {
  readonly #hasReadDisk: () => boolean
  #skips = 0
  #left = 0

  /** @param hasReadDisk Has the disk been read since this was asked last? */
  constructor(hasReadDisk: () => boolean) {
    this.#hasReadDisk = hasReadDisk
  }

  /** Whether one was late not long ago. */
  get isWary(): boolean {
    return this.#skips > 0
  }

  mayTry(): boolean {
    if (this.#left === 0) return true
    this.#left = this.#hasReadDisk() ? this.#skips : this.#left - 1
    return false
  }

  note(wasLate: boolean): void {
    if (wasLate) {
      this.#skips = Math.min(Math.max(1, this.#skips * 2), skipsMax)
      this.#left = this.#skips
    } else this.#skips >>= 1
  }
}
