import type { IndexEntry } from '../../layout/index-entry.ts'
import type { Position } from '../../layout/position.ts'
import type { Step, Work } from '../work.ts'

/** Index entries in the order of answers, one at a time. */
export interface Source {
  /** The entry at which `next` arrived. */
  readonly head: IndexEntry
  /** Advances to the next entry. After 'paused', call it again to continue. */
  next(work: Work): Step
}

/** The time range of a read. */
export interface Window {
  /** Unix seconds, inclusive. */
  readonly since: number
  readonly until: number
  /** Excludes events stored after the read began. */
  readonly upTo: number
  /** Only entries after this one in the order of answers. */
  readonly after: Position | null
}

/** Whether an entry can match, as far as the index knows. */
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
