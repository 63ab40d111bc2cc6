import type { NostrEvent } from '@hornets/contract'
import type { AuthorRemoval, StoredAuthors } from '../../changes/change.ts'
import { isGiftWrap } from '../../event-kinds.ts'
import { headerBytes, jsonIn, readHeader } from '../layout/event-value.ts'
import { numberIn, seqKey } from '../layout/keys.ts'
import { seqMax } from '../layout/position.ts'
import type { Tables } from '../layout/tables.ts'
import { visitEntries } from '../layout/visit-range.ts'
import { lastChangeIn } from './journal.ts'

const seqBytes = 5
/** Pages from the disk hold up the calling thread. */
const readMillis = 4

export function readAuthors(tables: Tables, after: number, max: number): StoredAuthors {
  const events: AuthorRemoval[] = []
  const change = lastChangeIn(tables)
  let upTo = after
  let left = max
  const endsAt = performance.now() + readMillis
  const isEnd = visitEntries(tables.events, seqKey(after + 1), seqKey(seqMax), ({ key, value }) => {
    if (left === 0 || (left < max && performance.now() > endsAt)) return false
    left -= 1
    upTo = numberIn(key, seqBytes)
    const stored = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    const { kind, receivedAt } = readHeader(stored)
    if (isGiftWrap(kind)) return true
    const { pubkey } = JSON.parse(jsonIn(stored, stored.length)) as NostrEvent
    events.push({ seq: upTo, pubkey, at: receivedAt, bytes: stored.length - headerBytes })
    return true
  })
  return { events, upTo, isEnd, change }
}
