import type { IndexEntry } from '../../layout/index-entry.ts'
import type { Position } from '../../layout/position.ts'
import type { Step, Work } from '../work.ts'

export interface Source {
  readonly head: IndexEntry
  next(work: Work): Step
}

export interface Window {
  /** Unix seconds, inclusive. */
  readonly since: number
  readonly until: number
  readonly upTo: number
  readonly after: Position | null
}

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
