import { timeMax } from '../../../event-name.ts'
import { entry, type IndexEntry } from '../../layout/index-entry.ts'
import { afterPrefix } from '../../layout/keys.ts'
import { type Position, positionBytes, writePosition } from '../../layout/position.ts'
import type { Table } from '../../layout/tables.ts'
import { visitKeys } from '../../layout/visit-range.ts'
import { type Step, stepsOf, type Work } from '../work.ts'
import { copyEntry, type EntryCheck, emptyEntry, type Source, type Window } from './source.ts'

export interface IndexRange {
  readonly table: Table
  readonly prefix: Uint8Array
}

const pageMax = 256
/** Above every key that continues a position. */
const beyond = 0xff

/** Read by page: no cursor stays open, so slow readers hold no snapshot. Pages grow, as merges need few entries. */
export class IndexStream implements Source {
  readonly head = emptyEntry()
  readonly #range: IndexRange
  readonly #end: Buffer
  readonly #upTo: number
  readonly #accepts: EntryCheck | null
  #start: Buffer
  #page: IndexEntry[] = []
  #at = 0
  #pageSize: number
  #hasEnded = false
  #position: Position | null

  /** `firstPage`: entries that will probably be needed. */
  constructor(range: IndexRange, window: Window, accepts: EntryCheck | null, firstPage: number) {
    const { since, until, upTo, after } = window
    this.#range = range
    this.#upTo = upTo
    this.#position = after
    this.#accepts = accepts
    this.#start = after ? keyAfter(range.prefix, after) : keyAt(range.prefix, until)
    this.#end = since <= 0 ? afterPrefix(range.prefix) : keyAt(range.prefix, since - 1)
    this.#pageSize = Math.min(Math.max(firstPage, 1), pageMax)
  }

  get position(): Position | null {
    return this.#position
  }

  next(work: Work): Step {
    for (;;) {
      const next = this.#page[this.#at]
      if (next) {
        this.#at += 1
        copyEntry(this.head, next)
        return 'ready'
      }
      if (this.#hasEnded) return 'ended'
      if (work.isOver) return 'paused'
      this.#turnPage(work)
    }
  }

  #turnPage(work: Work): void {
    work.spend(stepsOf.openRange)
    const page: IndexEntry[] = []
    const accepts = this.#accepts
    this.#hasEnded = visitKeys(this.#range.table, this.#start, this.#end, () => {
      work.spend(stepsOf.entry)
      if (entry.seq <= this.#upTo && (accepts === null || accepts(entry))) page.push({ ...entry })
      return page.length < this.#pageSize && !work.isOver
    })
    if (!this.#hasEnded) {
      this.#start = keyAfter(this.#range.prefix, entry)
      this.#position = { time: entry.time, id: entry.id, seq: entry.seq }
    }
    this.#page = page
    this.#at = 0
    this.#pageSize = Math.min(this.#pageSize * 2, pageMax)
  }
}

function keyAt(prefix: Uint8Array, time: number): Buffer {
  const key = Buffer.allocUnsafe(prefix.length + 6)
  key.set(prefix, 0)
  key.writeUIntBE(timeMax - Math.min(Math.max(time, 0), timeMax), prefix.length, 6)
  return key
}

function keyAfter(prefix: Uint8Array, { time, id, seq }: { time: number; id: number; seq: number }): Buffer {
  const key = Buffer.allocUnsafe(prefix.length + positionBytes + 1)
  key.set(prefix, 0)
  const end = writePosition(key, prefix.length, time, id, seq)
  key[end] = beyond
  return key
}
