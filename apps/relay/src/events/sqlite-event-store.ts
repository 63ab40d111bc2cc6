import { setImmediate } from 'node:timers/promises'
import type { Logger } from '@hornets/server/logger'
import type { RelayDatabase, RelayTransaction } from '../database/relay-database.ts'
import type { EventBatch } from './event-batch.ts'
import { findEvent } from './event-rows.ts'
import type { CountOptions, EventStore, EventTally, IncomingEvent, QueryOptions, SaveOutcome } from './event-store.ts'
import { EventWriter } from './event-writer.ts'
import type { Filter } from './filter.ts'
import { GroupCommit } from './group-commit.ts'
import { Reader } from './reading/reader.ts'
import { Upkeep } from './upkeep.ts'

export interface EventStoreOptions {
  readonly database: RelayDatabase
  readonly tally: EventTally
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly log: Logger
  /** How long one query may compute; 2,000 when not given. */
  readonly queryMillisMax?: number
}

const removedAtOnce = 100

/** The event store on SQLite: one writer in this thread, reads in another. */
export class SqliteEventStore implements EventStore {
  readonly #database: RelayDatabase
  readonly #writer: EventWriter
  readonly #group: GroupCommit
  readonly #reader: Reader
  readonly #upkeep: Upkeep
  readonly #nowSeconds: () => number

  constructor({ database, tally, now, log, queryMillisMax = 2000 }: EventStoreOptions) {
    this.#database = database
    this.#nowSeconds = () => Math.floor(now() / 1000)
    this.#writer = new EventWriter(database, tally, this.#nowSeconds)
    this.#group = new GroupCommit(database, this.#writer)
    this.#reader = new Reader({ path: database.path, budgetMillis: queryMillisMax })
    this.#upkeep = new Upkeep(database, this.#writer, log)
  }

  async save(incoming: IncomingEvent): Promise<SaveOutcome> {
    const outcome = await this.#group.save(incoming)
    if (outcome === 'stored') this.#upkeep.noticeNewEvents()
    return outcome
  }

  mark(): number {
    return this.#writer.lastSeq
  }

  query(filters: readonly Filter[], { scope, upTo, signal }: QueryOptions): AsyncIterable<EventBatch> {
    return this.#reader.query(filters, { scope, upTo: upTo ?? null, now: this.#nowSeconds() }, signal)
  }

  count(filters: readonly Filter[], { scope, signal }: CountOptions): Promise<number> {
    return this.#reader.count(filters, { scope, now: this.#nowSeconds() }, signal)
  }

  async find(id: string): Promise<string | null> {
    return this.#database.transact(tx => findEvent(tx, id)?.json ?? null)
  }

  async removeById(id: string, { ban = false }: { ban?: boolean } = {}): Promise<boolean> {
    this.#group.flush()
    return this.#database.transact(tx => this.#writer.removeById(tx, id, ban))
  }

  removeByAuthor(pubkey: string): Promise<number> {
    return this.#removeAll(tx => this.#writer.removeByAuthor(tx, pubkey, removedAtOnce))
  }

  vanish(pubkey: string, until: number): Promise<number> {
    return this.#removeAll(tx => this.#writer.removeVanishing(tx, pubkey, until, removedAtOnce))
  }

  /** Brings text index and expiry up to date at once instead of in their own time. */
  async catchUp(): Promise<void> {
    this.#group.flush()
    await this.#upkeep.catchUp()
  }

  /** In batches, so that others get their turn between them, until one finds nothing. */
  async #removeAll(removeSome: (tx: RelayTransaction) => number): Promise<number> {
    this.#group.flush()
    let removed = 0
    for (;;) {
      const batch = this.#database.transact(removeSome)
      removed += batch
      if (batch === 0) return removed
      await setImmediate()
    }
  }

  async close(): Promise<void> {
    this.#group.flush()
    this.#upkeep.close()
    await this.#reader.close()
  }
}
