import type { RelayDatabase } from '../database/relay-database.ts'
import type { IncomingEvent, SaveOutcome } from './event-store.ts'
import type { EventWriter } from './event-writer.ts'

interface Waiting {
  readonly incoming: IncomingEvent
  readonly resolve: (outcome: SaveOutcome) => void
  readonly reject: (error: unknown) => void
}

const groupMax = 200
const waitMillis = 2

/** Stores events that arrive close to each other in one transaction: one wait for the disk instead of one for each. */
export class GroupCommit {
  readonly #database: RelayDatabase
  readonly #writer: EventWriter
  #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(database: RelayDatabase, writer: EventWriter) {
    this.#database = database
    this.#writer = writer
  }

  /** Resolves after COMMIT, thus once the event survives a power cut. */
  save(incoming: IncomingEvent): Promise<SaveOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ incoming, resolve, reject })
      if (this.#waiting.length >= groupMax) this.flush()
      else this.#timer ??= setTimeout(() => this.flush(), waitMillis)
    })
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const group = this.#waiting
    if (group.length === 0) return
    this.#waiting = []
    try {
      const outcomes = this.#database.transact(tx => group.map(({ incoming }) => this.#writer.save(tx, incoming)))
      for (const [at, outcome] of outcomes.entries()) group[at]?.resolve(outcome)
    } catch {
      this.#saveOneByOne(group)
    }
  }

  /** So that one event that can't be stored does not take the rest of its group with it. */
  #saveOneByOne(group: readonly Waiting[]): void {
    for (const { incoming, resolve, reject } of group) {
      try {
        resolve(this.#database.transact(tx => this.#writer.save(tx, incoming)))
      } catch (error) {
        reject(error)
      }
    }
  }
}
