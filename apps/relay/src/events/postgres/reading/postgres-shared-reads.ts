import type { Logger } from '@hornets/server/process/logger'
import type { PostgresPlace, SavedEvent, SharedReads } from '../../event-store.ts'
import { Readers } from '../connections.ts'
import { PostgresReads } from './postgres-reads.ts'

/** Of each process beside the one that writes: the last one for marks and for ending reads. */
const readersMax = 4
const jobsMax = 1
const pageMax = 500

/** Reads what another process writes into the database. */
export class PostgresSharedReads extends PostgresReads implements SharedReads {
  readonly cacheState = { entries: 0, hits: 0, misses: 0, bytes: 0 }
  readonly #readers: Readers
  #reading: Promise<number> | undefined
  #next: Promise<number> | undefined

  constructor({ url, schema, queryMillisMax }: PostgresPlace, { now, log }: { now: () => number; log: Logger }) {
    const readers = new Readers({ url, schema }, { readersMax, jobsMax, queryMillisMax, log })
    super(readers, { now, queryMillisMax })
    this.#readers = readers
  }

  /**
   * What the database has: commits are in it before anybody hears of them. Those who ask during a read share the next
   * one, as that one may have begun before a commit that they know of.
   */
  mark(): Promise<number> {
    if (!this.#reading) return this.#read()
    this.#next ??= this.#reading
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        return this.#read()
      })
    return this.#next
  }

  async *savedAfter(mark: number, upTo: number): AsyncGenerator<SavedEvent> {
    const page = `SELECT seq, json, held <> 0 AS is_held FROM events WHERE seq > $1 AND seq <= $2 AND held <> 2
      ORDER BY seq LIMIT ${pageMax}`
    for (let [after, count] = [mark, pageMax]; count === pageMax; ) {
      const rows = await this.#readers.read(page, [after, upTo], { isLimited: false })
      count = rows.length
      for (const { seq, json, is_held } of rows) {
        after = Number(seq)
        yield { seq: after, json: String(json), isHeld: is_held === true }
      }
    }
  }

  setCache(): void {
    // The database keeps what is asked often in its own memory.
  }

  forgetAnswers(): void {
    // None is kept.
  }

  #read(): Promise<number> {
    const reading = this.#readers
      .read('SELECT seq FROM numbers', [], { isLimited: false })
      .then(([row]) => Number(row?.seq))
      .finally(() => {
        this.#reading = undefined
      })
    this.#reading = reading
    return reading
  }
}
