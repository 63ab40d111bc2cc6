import type { IndexEntry } from '../../layout/index-entry.ts'
import type { Step } from '../work.ts'
import { copyEntry, emptyEntry, type Source } from './source.ts'

export class ListSource implements Source {
  readonly head = emptyEntry()
  readonly #entries: readonly IndexEntry[]
  #at = 0

  constructor(entries: readonly IndexEntry[]) {
    this.#entries = entries
  }

  next(): Step {
    const next = this.#entries[this.#at]
    if (!next) return 'ended'
    this.#at += 1
    copyEntry(this.head, next)
    return 'ready'
  }
}
