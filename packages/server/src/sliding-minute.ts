const seconds = 60

/** Counts events of the last 60 seconds, in constant memory, to the second. */
export class SlidingMinute {
  readonly #counts = new Uint32Array(seconds)
  readonly #stamps = new Float64Array(seconds).fill(-1)

  add(unixSecond: number): void {
    const slot = unixSecond % seconds
    if (this.#stamps[slot] !== unixSecond) {
      this.#stamps[slot] = unixSecond
      this.#counts[slot] = 0
    }
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1
  }

  sum(unixSecond: number): number {
    let sum = 0
    for (let slot = 0; slot < seconds; slot++) {
      const age = unixSecond - (this.#stamps[slot] ?? -1)
      if (age >= 0 && age < seconds) sum += this.#counts[slot] ?? 0
    }
    return sum
  }
}
