/** Costs of reading, in steps: one step is about one index entry. */
export const stepsOf = { entry: 1, openRange: 20, lookUp: 10, readEvent: 12, parseEvent: 60 } as const

/** 'paused': continue in the next turn. */
export type Step = 'ready' | 'paused' | 'ended'

/** The allowance of one turn. */
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
