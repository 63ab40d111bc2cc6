/** Costs of reading, in steps: one step is about one index entry. */
export const stepsOf = { entry: 1, openRange: 20, lookUp: 10, readEvent: 12, parseEvent: 60 } as const

/** 'paused': continue in the next turn. */
export type Step = 'ready' | 'paused' | 'ended'

/** A time for one turn, which ends it only if pages had to be read from the disk meanwhile. */
export interface WorkTime {
  readonly millis: number
  /** Has the disk been read since this was asked last? */
  readonly hasReadDisk: () => boolean
}

export class Work {
  #left: number
  readonly #time: WorkTime | undefined
  #endsAt: number
  #isLate = false

  constructor(steps: number, time?: WorkTime) {
    this.#left = steps
    this.#time = time
    this.#endsAt = time ? performance.now() + time.millis : Number.POSITIVE_INFINITY
  }

  spend(steps: number): void {
    this.#left -= steps
    if (!this.#time || steps < stepsOf.lookUp || performance.now() < this.#endsAt) return
    if (this.#time.hasReadDisk()) {
      this.#isLate = true
      this.#left = 0
    } else this.#endsAt += this.#time.millis
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
