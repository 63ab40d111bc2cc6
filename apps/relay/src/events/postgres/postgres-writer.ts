import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type pg from 'pg'
import { SaveQueue, type Waiting } from '../engines/save-queue.ts'
import { EventStoreFull, EventStoreUnreachable, type IncomingEvent, type SaveOutcome } from '../event-store.ts'
import { type Address, type AssertMain, connectWriter, named } from './connections.ts'
import { saveAll } from './saving.ts'
import { createPart, createTables, partOf, readParts } from './schema.ts'
import { type Numbers, Transaction } from './transaction.ts'

export interface WriterParts {
  readonly address: Address
  readonly log: Logger
  readonly onChange: () => void
  /** It was stored by a commit that the database did not answer; its client was told of an error. */
  readonly onLate: (incoming: IncomingEvent) => void
  readonly assertMain: AssertMain | undefined
}

interface Connected {
  readonly client: pg.Client
  readonly parts: Set<string>
}

const openWaitMs = 30_000
/** A lost database is left alone for this or for as long as it took to fail: a connection that hangs takes seconds. */
const restMs = 250

/** One transaction after the other: numbers have the order of commits. A lost connection is made again. */
export class PostgresWriter {
  readonly #parts: WriterParts
  readonly #queue = new SaveQueue()
  readonly #inTurn = pLimit(1)
  readonly #asked = new Set<Promise<unknown>>()
  #connected: Connected | undefined
  #last: Numbers = { seq: 0, change: 0 }
  /** Stored if the last commit, which had no answer, has succeeded. */
  #unanswered: readonly IncomingEvent[] = []
  #isScheduled = false
  #isWriting = false
  #isClosed = false
  #restsUntil = 0
  #lostBecause: unknown
  isFull = false

  constructor(parts: WriterParts) {
    this.#parts = parts
  }

  /** Waits a while for the database, and for an earlier relay that is ending. */
  async open(): Promise<void> {
    this.#connected = await this.#connect(openWaitMs)
  }

  get lastSeq(): number {
    return this.#last.seq
  }

  get lastChange(): number {
    return this.#last.change
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  save(incoming: IncomingEvent, receivedAt: number): Promise<SaveOutcome> {
    if (this.#isClosed) return Promise.reject(closed())
    const saved = this.#queue.push(incoming, receivedAt)
    this.#schedule()
    return saved
  }

  async run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw closed()
    const done = this.#queue.emptied().then(() => this.#inTurn(() => this.#commit(work)))
    this.#asked.add(done)
    try {
      return await done
    } finally {
      this.#asked.delete(done)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    while (this.#queue.size > 0 || this.#isWriting) await this.#inTurn(() => new Promise(setImmediate))
    await Promise.allSettled(this.#asked)
    await this.#connected?.client.end().catch(() => {})
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      void this.#flush()
    })
  }

  async #flush(): Promise<void> {
    if (this.#queue.size === 0 || this.#isWriting) return
    this.#isWriting = true
    await this.#inTurn(() => this.#saveGroup(this.#queue.takeGroup()))
    this.#isWriting = false
    this.#schedule()
  }

  async #saveGroup(group: readonly Waiting[]): Promise<void> {
    let outcomes: readonly SaveOutcome[] = []
    try {
      const dates = group.map(({ event }) => event.created_at)
      const save = async (tx: Transaction) => {
        outcomes = await saveAll(tx, group)
      }
      await this.#commit(save, dates)
      this.isFull = false
      for (const [at, { resolve }] of group.entries()) resolve(outcomes[at] ?? 'older')
    } catch (error) {
      this.isFull = error instanceof EventStoreFull
      if (this.#connected === undefined && outcomes.length > 0)
        this.#unanswered = group.filter((_, at) => outcomes[at] === 'stored')
      const isOfAll = this.isFull || error instanceof EventStoreUnreachable || group.length === 1
      if (!isOfAll) for (const waiting of group) await this.#saveGroup([waiting])
      else for (const { reject } of group) reject(error)
    }
  }

  async #commit<T>(work: (tx: Transaction) => Promise<T>, createdAt: readonly number[] = []): Promise<T> {
    this.#connected ??= await this.#connectAgain()
    const { client } = this.#connected
    try {
      await this.#ensureParts(this.#connected, createdAt)
      await client.query('BEGIN')
      const tx = new Transaction(client, this.#last)
      const result = await work(tx)
      const last = await tx.noteChange()
      await client.query('COMMIT')
      this.#advance(last)
      return result
    } catch (error) {
      const because = named(error)
      if (because instanceof EventStoreUnreachable) this.#drop(because)
      else await client.query('ROLLBACK').catch(failure => this.#drop(failure))
      throw because
    }
  }

  async #ensureParts({ client, parts }: Connected, createdAt: readonly number[]): Promise<void> {
    for (const time of createdAt) {
      const part = partOf(time)
      if (parts.has(part.name)) continue
      await createPart(client, part)
      parts.add(part.name)
    }
  }

  async #connectAgain(): Promise<Connected> {
    const beganAt = performance.now()
    if (beganAt < this.#restsUntil) throw this.#lostBecause
    try {
      return await this.#connect(0)
    } catch (error) {
      this.#lostBecause = error
      const now = performance.now()
      this.#restsUntil = now + Math.max(restMs, now - beganAt)
      throw error
    }
  }

  async #connect(waitMs: number): Promise<Connected> {
    const { address } = this.#parts
    const client = await connectWriter(address, waitMs)
    try {
      await this.#parts.assertMain?.(client)
      await createTables(client, address.schema)
      const { rows } = await client.query('SELECT seq, change FROM numbers')
      const parts = await readParts(client)
      // Where the connection was lost during a commit, it may have succeeded.
      const late = Number(rows[0]?.change) > this.#last.change ? this.#unanswered : []
      this.#unanswered = []
      this.#advance({ seq: Number(rows[0]?.seq), change: Number(rows[0]?.change) })
      for (const incoming of late) this.#parts.onLate(incoming)
      return { client, parts }
    } catch (error) {
      void client.end().catch(() => {})
      throw named(error)
    }
  }

  #advance(last: Numbers): void {
    const isChanged = last.change !== this.#last.change
    this.#last = last
    if (isChanged) this.#parts.onChange()
  }

  #drop(err: unknown): void {
    this.#parts.log.warn({ err }, 'lost the connection that writes events')
    this.#connected?.client.end().catch(() => {})
    this.#connected = undefined
  }
}

const closed = () => new Error('the event store is closed')
