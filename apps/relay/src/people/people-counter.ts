import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import type { Rounds } from '@hornets/server/rounds'
import pLimit from 'p-limit'
import type { RelayDatabase } from '../database/relay-database.ts'
import type { StoreChange } from '../events/changes/change.ts'
import type { EventStore } from '../events/event-store.ts'
import { add, type PersonChange, slicesOf, sumByPerson } from './people-changes.ts'
import type { PeopleStore } from './people-store.ts'

export interface PeopleCounterParts {
  readonly database: RelayDatabase
  readonly store: PeopleStore
  readonly events: Pick<EventStore, 'changesAfter' | 'authorsAfter'>
  readonly rounds: Rounds
  readonly now: Clock
  readonly logger: Logger
}

/** What a person writes in this time is one change of their row. */
const countEveryMs = 2000
const changesAtOnce = 200
/** Counting them takes some milliseconds of the serving thread. */
const peopleAtOnce = 100
const eventsAtOnce = 250
const expireEveryMs = 60_000
const expiredAtOnce = 500
/** How long somebody who left nothing is remembered, for the time when they were last seen. */
const goneSeconds = 30 * 86_400

/** Changes and the number of the last in one transaction, so that each counts once even after a crash. */
export class PeopleCounter {
  readonly #parts: PeopleCounterParts
  readonly #turns = pLimit(1)
  readonly #closing = new AbortController()
  readonly #onCounted: Emitter<void>
  readonly #rounds: readonly { close(): Promise<void> }[]
  #built: Promise<void>
  #counted: number | undefined

  constructor(parts: PeopleCounterParts) {
    this.#parts = parts
    this.#onCounted = new Emitter(err => parts.logger.error({ err }, 'a listener failed on a change of people'))
    this.#rounds = [
      parts.rounds.open({ name: 'people', everyMs: countEveryMs, work: () => this.#turns(() => this.#countAll()) }),
      parts.rounds.open({ name: 'people_times', everyMs: expireEveryMs, work: () => this.expire() }),
    ]
    this.#built = this.#buildOrSay()
  }

  /** Called after changes were counted: at most once in each round. */
  onCounted(listener: () => void): () => void {
    return this.#onCounted.subscribe(listener)
  }

  async settle(): Promise<void> {
    await this.#built
    await this.#turns(() => this.#countAll())
  }

  async expire(): Promise<void> {
    const { database, store } = this.#parts
    const now = this.#seconds()
    while (database.transactReplayable(tx => store.expire(tx, now, expiredAtOnce))) {
      if (this.#closing.signal.aborted) return
      await nextTurn()
    }
    database.transactReplayable(tx => store.forgetGone(tx, now - goneSeconds, expiredAtOnce))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    for (const round of this.#rounds) await round.close()
    await this.settle().catch((err: unknown) => {
      this.#parts.logger.error({ err }, 'could not count the last events of people; will retry at the next start')
    })
  }

  async #countAll(): Promise<number> {
    const { database, store, events } = this.#parts
    this.#counted ??= database.transactReplayable(tx => store.progress(tx)).counted
    const before = this.#counted
    for (;;) {
      const changes = await events.changesAfter(this.#counted, changesAtOnce)
      if (changes.length === 0) break
      // Others are served between two slices.
      for (const slice of slicesOf(changes, peopleAtOnce)) {
        this.#count(this.#counted, slice)
        await nextTurn()
      }
    }
    if (this.#counted !== before) this.#onCounted.emit()
    return this.#counted
  }

  #count(counted: number, changes: readonly StoreChange[]): void {
    const { database, store, logger } = this.#parts
    const isGap = changes[0]?.number !== counted + 1
    const last = changes.at(-1)?.number ?? counted
    database.transactReplayable(tx => {
      if (isGap) store.reset(tx)
      const people = sumByPerson(changes, store.progress(tx).builtTo)
      store.change(tx, people, this.#seconds())
      store.putCounted(tx, last)
    })
    this.#counted = last
    if (!isGap) return
    logger.warn(
      { counted, next: changes[0]?.number },
      'changes of events are missing; counts the events of people again',
    )
    this.#built = this.#buildOrSay()
  }

  #buildOrSay(): Promise<void> {
    return this.#build().catch((err: unknown) => {
      const { logger } = this.#parts
      logger.error({ err }, 'could not count the stored events of people; continues at the next start')
    })
  }

  /** In steps, each one kept: after a crash it continues. */
  async #build(): Promise<void> {
    const { database, store } = this.#parts
    await nextTurn()
    while (!this.#closing.signal.aborted) {
      const { builtTo } = database.transactReplayable(tx => store.progress(tx))
      if (builtTo === Number.POSITIVE_INFINITY) return
      await this.#turns(() => this.#buildStep(builtTo))
      await nextTurn()
    }
  }

  async #buildStep(builtTo: number): Promise<void> {
    const { database, store, events } = this.#parts
    const counted = await this.#countAll()
    const step = await events.authorsAfter(builtTo, eventsAtOnce)
    // What was stored since must be counted first, as before this step.
    if (step.change > counted) return
    const people = new Map<string, PersonChange>()
    for (const { pubkey, at, bytes } of step.events) add(people, pubkey, at, 1, bytes)
    database.transactReplayable(tx => {
      store.change(tx, people, this.#seconds())
      store.putBuiltTo(tx, step.upTo, step.isEnd)
    })
  }

  #seconds(): number {
    return Math.floor(this.#parts.now() / 1000)
  }
}
