import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import type { Rounds } from '@hornets/server/rounds'
import pLimit from 'p-limit'
import type { RelayDatabase } from '../database/relay-database.ts'
import type { EventStore } from '../events/event-store.ts'
import { add, PeopleSum, type PersonChange } from './people-changes.ts'
import type { PeopleStore } from './people-store.ts'

export interface PeopleCounterParts {
  readonly database: RelayDatabase
  readonly store: PeopleStore
  readonly events: Pick<EventStore, 'changesAfter' | 'authorsAfter'>
  readonly rounds: Rounds
  readonly now: Clock
  readonly logger: Logger
}

/** What a person writes in this time is one change of their row, which costs as much as taking in an event. */
const countEveryMs = 5000
const changesAtOnce = 200
/** Of one round, in memory. */
const peopleMax = 5000
const changesMax = 5000
/** Counting them takes some milliseconds of the serving thread. */
const peopleAtOnce = 50
const eventsAtOnce = 50
const expireEveryMs = 60_000
/** Each moves its person in every list. */
const expiredAtOnce = 200
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
  /** Of a round that a crash has ended. */
  #countedTo: ReadonlyMap<string, number> = new Map()

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

  /** After hours without a round there is much: it rests as long as it works, so that others are served meanwhile. */
  async expire(): Promise<void> {
    const { database, store } = this.#parts
    const { signal } = this.#closing
    const now = this.#seconds()
    for (let begun = performance.now(); ; begun = performance.now()) {
      if (!database.transactReplayable(tx => store.expire(tx, now, expiredAtOnce))) break
      await pause(performance.now() - begun, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
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
    const before = this.#counted ?? this.#readProgress()
    let counted = before
    for (let isEnd = false; !isEnd; counted = this.#counted ?? counted) isEnd = await this.#countRound(counted)
    if (counted !== before) this.#onCounted.emit()
    return counted
  }

  #readProgress(): number {
    const { database, store } = this.#parts
    return database.transactReplayable(tx => {
      const { counted } = store.progress(tx)
      this.#countedTo = store.countedBeyond(tx, counted)
      this.#counted = counted
      return counted
    })
  }

  /** Changes each person's row once, however much they wrote. Returns whether everything is counted. */
  async #countRound(counted: number): Promise<boolean> {
    const { database, store, events } = this.#parts
    let sum: PeopleSum | undefined
    let last = counted
    let isEnd = false
    while (!isEnd && (sum?.people.size ?? 0) < peopleMax && last - counted < changesMax) {
      const changes = await events.changesAfter(last, changesAtOnce)
      isEnd = changes.length < changesAtOnce
      const [first] = changes
      if (first && first.number !== last + 1) {
        this.#startAgain(last, changes.at(-1)?.number ?? last)
        return false
      }
      if (!first) break
      sum ??= new PeopleSum(database.transactReplayable(tx => store.progress(tx)).builtTo, this.#countedTo)
      for (const change of changes) sum.add(change)
      last += changes.length
    }
    if (sum) await this.#keep(sum, last)
    return isEnd
  }

  /** In parts, between which others are served. After a crash among them, those who are counted are left out. */
  async #keep({ people }: PeopleSum, last: number): Promise<void> {
    const { database, store } = this.#parts
    // Read again if this fails.
    this.#counted = undefined
    const all = [...people]
    for (let from = 0; from < all.length; from += peopleAtOnce) {
      const part = all.slice(from, from + peopleAtOnce)
      database.transactReplayable(tx => store.change(tx, part, this.#seconds(), last))
      await nextTurn()
    }
    database.transactReplayable(tx => store.putCounted(tx, last))
    this.#counted = last
    this.#countedTo = new Map()
  }

  #startAgain(counted: number, last: number): void {
    const { database, store, logger } = this.#parts
    database.transactReplayable(tx => {
      store.reset(tx)
      store.putCounted(tx, last)
    })
    this.#counted = last
    this.#countedTo = new Map()
    logger.warn({ counted, next: last }, 'changes of events are missing; counts the events of people again')
    this.#built = this.#buildOrSay()
  }

  #buildOrSay(): Promise<void> {
    return this.#build().catch((err: unknown) => {
      const { logger } = this.#parts
      logger.error({ err }, 'could not count the stored events of people; continues at the next start')
    })
  }

  /** In steps, each one kept: after a crash it continues. It rests as long as it works. */
  async #build(): Promise<void> {
    const { database, store } = this.#parts
    const { signal } = this.#closing
    await nextTurn()
    while (!signal.aborted) {
      const begun = performance.now()
      const { builtTo } = database.transactReplayable(tx => store.progress(tx))
      if (builtTo === Number.POSITIVE_INFINITY) return
      await this.#turns(() => this.#buildStep(builtTo))
      await pause(performance.now() - begun, undefined, { signal }).catch(() => {})
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
