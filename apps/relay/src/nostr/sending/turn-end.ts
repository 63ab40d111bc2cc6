const sliceMillis = 4

export interface TurnTask {
  atTurnEnd(): void
}

/** Runs tasks at the end of the current turn of the event loop; long lists continue in further turns. */
export class TurnEnd {
  #tasks: TurnTask[] = []
  #scheduled = false

  /** A task can be added only once until it has run. */
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
