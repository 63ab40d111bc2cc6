import { setImmediate } from 'node:timers/promises'
import type { Logger } from '@hornets/server/logger'
import type { RelayDatabase } from '../database/relay-database.ts'
import type { EventWriter } from './event-writer.ts'
import { indexNextTexts } from './text-index.ts'

/** While events come in, so that they come first. */
const indexBusyMillis = 100
/** Otherwise it takes this share of the thread. */
const indexShare = 0.2
const indexedAtOnce = 40
const sweepEveryMillis = 30_000
const sweptAtOnce = 100

/** What the store does in its own time, in small batches: the text index follows new events, expired ones go (NIP-40). */
export class Upkeep {
  readonly #database: RelayDatabase
  readonly #writer: EventWriter
  readonly #log: Logger
  readonly #sweeper: NodeJS.Timeout
  #indexer: NodeJS.Timeout | undefined
  #lastEventAt = 0
  #closed = false

  constructor(database: RelayDatabase, writer: EventWriter, log: Logger) {
    this.#database = database
    this.#writer = writer
    this.#log = log
    this.#sweeper = setInterval(() => void this.#attempt(() => this.#sweep()), sweepEveryMillis)
    this.noticeNewEvents()
  }

  noticeNewEvents(): void {
    this.#lastEventAt = performance.now()
    this.#scheduleIndexing(indexBusyMillis)
  }

  async catchUp(): Promise<void> {
    while (!this.#closed && this.#indexSome() === indexedAtOnce) await setImmediate()
    await this.#sweep()
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#sweeper)
    clearTimeout(this.#indexer)
  }

  #scheduleIndexing(millis: number): void {
    if (this.#indexer || this.#closed) return
    this.#indexer = setTimeout(() => {
      this.#indexer = undefined
      void this.#attempt(async () => {
        const start = performance.now()
        if (this.#indexSome() < indexedAtOnce) return
        const busy = start - this.#lastEventAt < indexBusyMillis
        this.#scheduleIndexing(busy ? indexBusyMillis : (performance.now() - start) / indexShare)
      })
    }, millis)
  }

  #indexSome(): number {
    return this.#database.transact(tx => indexNextTexts(tx, indexedAtOnce))
  }

  async #sweep(): Promise<void> {
    while (
      !this.#closed &&
      this.#database.transact(tx => this.#writer.removeExpired(tx, sweptAtOnce)) === sweptAtOnce
    ) {
      await setImmediate()
    }
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#log.error({ err: error }, 'upkeep of the event store failed')
    }
  }
}
