const sliceMillis = 4

/** Something to be done when the current turn of the event loop ends. */
export interface TurnTask {
  atTurnEnd(): void
}

/** Does what a turn of the event loop has left to do at its end; the rest of a long list in further turns. */
export class TurnEnd {
  #tasks: TurnTask[] = []
  #scheduled = false

  /** A task is to be added once until it is done. */
  add(task: TurnTask): void {
    this.#tasks.push(task)
    if (this.#scheduled) return
    this.#scheduled = true
    process.nextTick(() => this.#work())
  }

  #work(): void {
    const end = performance.now() + sliceMillis
    let done = 0
    for (const task of this.#tasks) {
      task.atTurnEnd()
      done += 1
      if (done % 16 === 0 && performance.now() > end) break
    }
    this.#tasks = this.#tasks.slice(done)
    this.#scheduled = this.#tasks.length > 0
    if (this.#scheduled) setImmediate(() => this.#work())
  }
}
