import type { IndexEntry } from '../layout/index-entry.ts'
import type { Position } from '../layout/position.ts'
import type { Step, Work } from './work.ts'

/** Index entries in the order of answers, one at a time. */
export interface Source {
  /** The entry that `next` has come to. */
  readonly head: IndexEntry
  /** Goes on to the next entry. After 'paused' the same call goes on where it was. */
  next(work: Work): Step
}

/** The part of time that a reading covers. */
export interface Window {
  /** Unix seconds, inclusive. */
  readonly since: number
  readonly until: number
  /** Nothing with a higher number: what was stored after the reading began. */
  readonly upTo: number
  /** Only what follows this in the order of answers. */
  readonly after: Position | null
}

/** Whether an entry may answer, as far as an index knows. */
export type EntryCheck = (entry: IndexEntry) => boolean

export function emptyEntry(): IndexEntry {
  return { time: 0, id: 0, seq: 0, author: 0, kind: 0, flags: 0 }
}

export function copyEntry(to: IndexEntry, from: IndexEntry): void {
  to.time = from.time
  to.id = from.id
  to.seq = from.seq
  to.author = from.author
  to.kind = from.kind
  to.flags = from.flags
}
