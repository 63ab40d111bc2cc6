import type { IndexEntry } from '../../layout/index-entry.ts'
import { type Step, stepsOf, type Work } from '../work.ts'
import { copyEntry, type EntryCheck, emptyEntry, type Source } from './source.ts'

export class FoundSource implements Source {
  readonly head = emptyEntry()
  readonly #seqs: Iterator<number>
  readonly #entryOf: (seq: number) => IndexEntry | undefined
  readonly #isWanted: EntryCheck

  /** The text index lags behind: an event may have been removed, and then has no entry. */
  constructor(seqs: readonly number[], entryOf: (seq: number) => IndexEntry | undefined, isWanted: EntryCheck) {
    this.#seqs = seqs.values()
    this.#entryOf = entryOf
    this.#isWanted = isWanted
  }

  next(work: Work): Step {
    while (!work.isOver) {
      const { value: seq, done } = this.#seqs.next()
      if (done) return 'ended'
      work.spend(stepsOf.readEvent)
      const entry = this.#entryOf(seq)
      if (!entry || !this.#isWanted(entry)) continue
      copyEntry(this.head, entry)
      return 'ready'
    }
    return 'paused'
  }
}
