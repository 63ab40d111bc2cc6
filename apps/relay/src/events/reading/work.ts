/** What reading costs, in steps: about as long as it takes to look at one entry of an index. */
export const stepsOf = { entry: 1, openRange: 20, lookUp: 10, readEvent: 12, parseEvent: 60 } as const

/** Nothing for now; ask again in the next turn. */
export type Step = 'ready' | 'paused' | 'ended'

/** What one turn of a reading may take. */
export class Work {
  #left: number

  constructor(steps: number) {
    this.#left = steps
  }

  spend(steps: number): void {
    this.#left -= steps
  }

  get left(): number {
    return this.#left
  }

  get isOver(): boolean {
    return this.#left <= 0
  }
}
