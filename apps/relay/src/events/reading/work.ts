/** Costs of reading, in steps: one step is about one index entry. */
export const stepsOf = { entry: 1, openRange: 20, lookUp: 10, readEvent: 12, parseEvent: 60 } as const

/** 'paused': continue in the next turn. */
export type Step = 'ready' | 'paused' | 'ended'

/** The allowance of one turn, in steps and, where a time is given, in milliseconds. */
export class Work {
  #left: number
  readonly #endsAt: number
  #isLate = false

  constructor(steps: number, millis = Number.POSITIVE_INFINITY) {
    this.#left = steps
    this.#endsAt = millis === Number.POSITIVE_INFINITY ? millis : performance.now() + millis
  }

  spend(steps: number): void {
    this.#left -= steps
    // Index entries lie side by side; what is looked up can be a page on the disk each.
    if (this.#endsAt === Number.POSITIVE_INFINITY || steps < stepsOf.lookUp || performance.now() < this.#endsAt) return
    this.#isLate = true
    this.#left = 0
  }

  get left(): number {
    return this.#left
  }

  get isOver(): boolean {
    return this.#left <= 0
  }

  /** Whether the time ended before the steps did: pages had to be read from the disk. */
  get isLate(): boolean {
    return this.#isLate
  }
}
