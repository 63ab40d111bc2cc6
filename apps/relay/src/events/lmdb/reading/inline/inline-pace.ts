const skipsMax = 64

/** After one was late (disk), some go to readers at once: twice as many each time, fewer as tries succeed. */
export class InlinePace {
  #skips = 0
  #left = 0

  mayTry(): boolean {
    if (this.#left === 0) return true
    this.#left -= 1
    return false
  }

  note(wasLate: boolean): void {
    if (wasLate) {
      this.#skips = Math.min(Math.max(1, this.#skips * 2), skipsMax)
      this.#left = this.#skips
    } else this.#skips >>= 1
  }
}
