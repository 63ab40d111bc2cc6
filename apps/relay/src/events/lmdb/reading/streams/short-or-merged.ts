import { entry, type IndexEntry } from '../../layout/index-entry.ts'
import { afterPrefix } from '../../layout/keys.ts'
import { comparePositions } from '../../layout/position.ts'
import { visitKeys } from '../../layout/visit-range.ts'
import { type Step, stepsOf, type Work } from '../work.ts'
import type { IndexRange } from './index-stream.ts'
import { ListSource } from './list-source.ts'
import { copyEntry, type EntryCheck, emptyEntry, type Source, type Window } from './source.ts'

/** The most entries of all kinds that are read together, which costs about as much as two seeks. */
export const shortMax = 64

/** Entries are ordered by kind first: a short range is sorted whole with one seek, of a longer one kinds are merged. */
export class ShortOrMerged implements Source {
  readonly head = emptyEntry()
  readonly #range: IndexRange
  readonly #window: Window
  readonly #accepts: EntryCheck
  readonly #merge: () => Source
  #chosen: Source | undefined

  constructor(range: IndexRange, window: Window, accepts: EntryCheck, merge: () => Source) {
    this.#range = range
    this.#window = window
    this.#accepts = accepts
    this.#merge = merge
  }

  next(work: Work): Step {
    if (!this.#chosen) {
      if (work.isOver) return 'paused'
      this.#chosen = this.#readShort(work) ?? this.#merge()
    }
    const step = this.#chosen.next(work)
    if (step === 'ready') copyEntry(this.head, this.#chosen.head)
    return step
  }

  #readShort(work: Work): Source | undefined {
    work.spend(stepsOf.openRange)
    const { table, prefix } = this.#range
    const found: IndexEntry[] = []
    let visited = 0
    const wasShort = visitKeys(table, Buffer.from(prefix), afterPrefix(prefix), () => {
      visited += 1
      if (this.#isIn(entry) && this.#accepts(entry)) found.push({ ...entry })
      return visited < shortMax
    })
    work.spend(visited * stepsOf.entry)
    return wasShort ? new ListSource(found.sort(comparePositions)) : undefined
  }

  #isIn(entry: IndexEntry): boolean {
    const { since, until, upTo, after } = this.#window
    const { time, seq } = entry
    return time >= since && time <= until && seq <= upTo && (after === null || comparePositions(entry, after) > 0)
  }
}
