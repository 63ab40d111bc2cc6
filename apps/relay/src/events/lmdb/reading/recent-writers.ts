import { setImmediate as turn } from 'node:timers/promises'
import { deletionKind, isGiftWrap, vanishKind } from '../../event-kinds.ts'
import type { RecentWriters, WriterCount } from '../../event-store.ts'
import { entry } from '../layout/index-entry.ts'
import { positionBytes, seqMax, writePosition } from '../layout/position.ts'
import { visitKeys } from '../layout/visit-range.ts'
import type { StoredEvents } from './stored-events.ts'

/** Entries between two turns for others, about a millisecond. */
const entriesAtOnce = 4000
const idMax = 2 ** 48 - 1

export async function countWriters(
  events: StoredEvents,
  { since, except, eventsMax }: RecentWriters,
): Promise<WriterCount> {
  const { byTime } = events.tables
  const authors = new Set<number>()
  // Its last second included.
  const end = keyAfter(since, idMax, seqMax)
  let start: Buffer = Buffer.alloc(positionBytes)
  let left = eventsMax
  for (let isAll = false; !isAll; ) {
    events.refresh()
    let slice = Math.min(entriesAtOnce, left)
    left -= slice
    isAll = visitKeys(byTime, start, end, () => {
      if (slice === 0) return false
      slice -= 1
      if (!isPassing(entry.kind)) authors.add(entry.author)
      if (slice === 0) start = keyAfter(entry.time, entry.id, entry.seq)
      return true
    })
    if (!isAll && left === 0) return { writers: without(events, authors, except), isAll: false }
    if (!isAll) await turn()
  }
  return { writers: without(events, authors, except), isAll: true }
}

/** Behind the entry with this position. */
function keyAfter(time: number, id: number, seq: number): Buffer {
  const key = Buffer.alloc(positionBytes + 8, 0xff)
  writePosition(key, 0, time, id, seq)
  return key
}

const isPassing = (kind: number) => isGiftWrap(kind) || kind === deletionKind || kind === vanishKind

function without(events: StoredEvents, authors: Set<number>, except: Iterable<string>): number {
  for (const pubkey of except) authors.delete(events.authors.numberOf(pubkey))
  return authors.size
}
