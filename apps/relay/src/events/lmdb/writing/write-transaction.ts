import { ChangeSummary } from '../../changes/change-summary.ts'
import { writeChange } from '../journal/journal.ts'
import { Authors } from '../layout/authors.ts'
import type { Tables } from '../layout/tables.ts'
import { EventCounts } from './event-counts.ts'
import { Turn } from './turn.ts'

export interface LastNumbers {
  readonly seq: number
  readonly author: number
  readonly change: number
  /** The counters of hours are complete. An older version, which does not keep them, leaves this out. */
  readonly hasHours?: true | undefined
}

const lastKey = Buffer.from('last')
const none: LastNumbers = { seq: 0, author: 0, change: 0 }

export function readLastNumbers({ meta }: Tables): LastNumbers {
  const value = meta.get(lastKey)
  return value === undefined ? none : JSON.parse(Buffer.from(value).toString('utf8'))
}

/** Must run in a write transaction. */
export function setLastNumbers({ meta }: Tables, last: LastNumbers): void {
  meta.put(lastKey, Buffer.from(JSON.stringify(last)))
}

export class WriteTransactions {
  readonly tables: Tables
  readonly authors: Authors
  #last: LastNumbers

  constructor(tables: Tables) {
    this.tables = tables
    this.authors = new Authors(tables)
    this.#last = readLastNumbers(tables)
  }

  get last(): LastNumbers {
    return this.#last
  }

  /** On disk when this returns, rolled back if `work` throws. Not journalled: imports that are already counted. */
  transact<Result>(work: (tx: WriteTransaction) => Result, isJournalled = true): Result {
    const tx = new WriteTransaction(this.tables, this.authors, this.#last)
    try {
      const result = this.tables.root.transactionSync(() => {
        const given = work(tx)
        tx.finish(isJournalled)
        return given
      })
      this.#last = tx.last
      return result
    } catch (error) {
      this.authors.forget()
      throw error
    }
  }
}

export class WriteTransaction {
  readonly tables: Tables
  readonly summary = new ChangeSummary()
  readonly counts = new EventCounts()
  readonly turn = new Turn()
  readonly #authors: Authors
  #hasHours: true | undefined
  #seq: number
  #author: number
  #change: number
  #wrote = false

  constructor(tables: Tables, authors: Authors, last: LastNumbers) {
    this.tables = tables
    this.#authors = authors
    this.#seq = last.seq
    this.#author = last.author
    this.#change = last.change
    this.#hasHours = last.hasHours
  }

  get last(): LastNumbers {
    return { seq: this.#seq, author: this.#author, change: this.#change, hasHours: this.#hasHours }
  }

  completeHours(): void {
    this.#hasHours = true
    this.#wrote = true
  }

  nextSeq(): number {
    this.#seq += 1
    this.#wrote = true
    return this.#seq
  }

  /** The given number, or the next one if it would not be the highest. */
  useSeq(seq: number): number {
    this.#seq = Math.max(this.#seq + 1, seq)
    this.#wrote = true
    return this.#seq
  }

  authorNumber(pubkey: string): number {
    return this.#authors.numberOf(pubkey)
  }

  internAuthor(pubkey: string): number {
    const known = this.#authors.numberOf(pubkey)
    if (known !== 0) return known
    this.#author += 1
    this.#wrote = true
    this.#authors.add(pubkey, this.#author)
    return this.#author
  }

  finish(isJournalled: boolean): void {
    this.counts.write(this.tables)
    if (isJournalled && !this.summary.isEmpty) {
      this.#change += 1
      this.#wrote = true
      writeChange(this.tables, this.summary.toChange(this.#change))
    }
    if (this.#wrote) setLastNumbers(this.tables, this.last)
  }
}
