import type { Logger } from '@hornets/server/process/logger'
import type { RelayDatabase } from '../database/relay-database.ts'
import type { StoreChange } from '../events/changes/change.ts'
import type { EventStore } from '../events/event-store.ts'
import type { CounterStore } from './counter-store.ts'
import type { CountingTally } from './counting-tally.ts'

const countAfterMs = 250
const changesAtOnce = 500
/** After this many changes the counters are synced to disk, and the event store can drop them. */
const durableEvery = 2000

export interface ChangeCounterParts {
  readonly database: RelayDatabase
  readonly counters: CounterStore
  readonly tally: CountingTally
  readonly events: Pick<EventStore, 'changesAfter' | 'forgetChanges' | 'onChange'>
  readonly logger: Logger
}

/** Each change in one transaction with its number, so that it counts once even after a crash. */
export class ChangeCounter {
  readonly #parts: ChangeCounterParts
  readonly #stopListening: () => void
  #timer: NodeJS.Timeout | undefined
  #counting: Promise<void> = Promise.resolve()
  #sinceDurable = 0
  /** Number of the last counted change; undefined until it is read. */
  #counted: number | undefined

  constructor(parts: ChangeCounterParts) {
    this.#parts = parts
    this.#stopListening = parts.events.onChange(() => this.#countSoon())
    this.#countSoon()
  }

  settle(): Promise<void> {
    this.#counting = this.#counting.catch(() => {}).then(() => this.#countAll())
    return this.#counting
  }

  async close(): Promise<void> {
    this.#stopListening()
    clearTimeout(this.#timer)
    try {
      await this.settle()
      await this.#makeDurable()
    } catch (err) {
      this.#parts.logger.error({ err }, 'could not count the last events; will retry at the next start')
    }
  }

  #countSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.settle().catch((err: unknown) => {
        this.#parts.logger.error({ err }, 'could not count events; will retry later')
        this.#countSoon()
      })
    }, countAfterMs).unref()
  }

  async #countAll(): Promise<void> {
    const { database, counters, events } = this.#parts
    for (;;) {
      this.#counted ??= database.transact(tx => counters.countedChange(tx))
      const changes = await events.changesAfter(this.#counted, changesAtOnce)
      if (changes.length === 0) return
      this.#count(this.#counted, changes)
      this.#sinceDurable += changes.length
      if (this.#sinceDurable >= durableEvery) await this.#makeDurable()
      if (changes.length < changesAtOnce) return
    }
  }

  #count(counted: number, changes: readonly StoreChange[]): void {
    const { database, counters, tally, logger } = this.#parts
    const [first] = changes
    if (first && first.number !== counted + 1)
      logger.error({ counted, next: first.number }, 'changes of the event store are missing; counters may be wrong')
    const last = changes.at(-1)?.number ?? counted
    database.transactReplayable(tx => {
      for (const change of changes) {
        tally.storeChanged(change)
        // A profile can come and go in several changes, and its start depends on their order.
        if (change.profiles.length > 0) tally.write(tx)
      }
      counters.putCountedChange(tx, last)
    })
    this.#counted = last
  }

  /** Until then a power cut can undo counting, so the journal must keep the changes. */
  async #makeDurable(): Promise<void> {
    const { database, counters, events } = this.#parts
    const counted = this.#counted
    this.#sinceDurable = 0
    if (counted === undefined) return
    database.transact(tx => counters.putCountedChange(tx, counted))
    await database.replicated()
    await events.forgetChanges(counted)
  }
}
