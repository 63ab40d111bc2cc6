import type { NostrEvent } from '@hornets/contract'
import { deletionKind, giftWrapKinds, vanishKind } from '../../event-kinds.ts'
import { timeMax } from '../../event-name.ts'
import type { HeldState, SaveOutcome } from '../../event-store.ts'
import type { EventHeader } from '../layout/event-value.ts'
import { heldValues } from '../layout/held.ts'
import { entry } from '../layout/index-entry.ts'
import { afterPrefix, authorKindKey, bigEndian, seqKey } from '../layout/keys.ts'
import { positionBytes, shortId, writePosition } from '../layout/position.ts'
import type { Tables } from '../layout/tables.ts'
import { tagKey } from '../layout/tag-keys.ts'
import { ban, deleteNamed, isGone, markVanished, vanishedUntil } from './deletions.ts'
import {
  type ArrivedEvent,
  deleteRow,
  findRow,
  findVersion,
  insertRow,
  isStored,
  readHeaderOf,
  readRow,
  seqOf,
  versionIdentifier,
} from './event-rows.ts'
import { isVanishing, noteClearing, noteDeletion, noteVanishing, unfinishedDeletion } from './unfinished.ts'
import type { WriteTransaction } from './write-transaction.ts'

const seqsMax = 100
const sameSecondMax = 100
const nothing: Removed = { count: 0, isAll: true }

export function saveEvent(tx: WriteTransaction, arrived: ArrivedEvent): SaveOutcome {
  const { event } = arrived
  const { tables } = tx
  if (isStored(tables, event.id)) return 'duplicate'
  if (isGone(tx, event)) return 'deleted'
  const identifier = versionIdentifier(event)
  if (identifier !== null) {
    const author = tx.authorNumber(event.pubkey)
    const version = author === 0 ? 0 : findVersion(tables, author, event.kind, identifier)
    if (version !== 0 && isNewer(tables, version, event)) return 'older'
    const row = version === 0 ? undefined : readRow(tables, version)
    if (row) deleteRow(tx, row)
  }
  const seq = tx.nextSeq()
  insertRow(tx, seq, arrived)
  if (event.kind === deletionKind) {
    tx.turn.countTags(event.tags.length)
    const nextTag = deleteNamed(tx, event, 0)
    if (nextTag !== null) noteDeletion(tables, seq, nextTag)
  }
  return 'stored'
}

export function continueDeletion(tx: WriteTransaction): boolean {
  const found = unfinishedDeletion(tx.tables)
  if (!found) return false
  const request = readRow(tx.tables, found.seq)?.event
  noteDeletion(tx.tables, found.seq, request ? deleteNamed(tx, request, found.nextTag) : null)
  return true
}

export function removeById(tx: WriteTransaction, id: string, banned: string | null): boolean {
  if (banned !== null) ban(tx.tables, id, banned)
  const row = findRow(tx.tables, id)
  if (row) deleteRow(tx, row)
  return row !== undefined
}

/** Null: shown to everybody again. False unless the event was stored as held. */
export function hold({ tables }: WriteTransaction, id: string, state: HeldState | null): boolean {
  const seq = seqOf(tables, id)
  if (seq === 0 || !readHeaderOf(tables, seq)?.wasHeld) return false
  if (state === null) tables.held.removeSync(seqKey(seq))
  else tables.held.putSync(seqKey(seq), heldValues[state])
  return true
}

export interface Removed {
  readonly count: number
  readonly isAll: boolean
}

export function removeByAuthor(tx: WriteTransaction, pubkey: string): Removed {
  const author = tx.authorNumber(pubkey)
  if (author === 0) return nothing
  const prefix = bigEndian(author, 4)
  const removed = removeSome(tx, seqsIn(tx.tables.byAuthor, prefix, afterPrefix(prefix)))
  noteClearing(tx.tables, pubkey, removed.isAll)
  return removed
}

/** Events that expired by `now` (Unix seconds), as many as fit into the transaction. */
export function removeExpired(tx: WriteTransaction, now: number): Removed {
  const keys = tx.tables.byExpiry.getKeys({ start: Buffer.from([0]), end: bigEndian(now + 1, 6), limit: seqsMax })
  return removeSome(
    tx,
    Array.from(keys, key => key.readUIntBE(6, 5)),
  )
}

/** NIP-62, up to a time (Unix seconds). False if it has vanished up to then before. */
export function beginVanishing(tx: WriteTransaction, pubkey: string, until: number): boolean {
  if (!markVanished(tx.tables, pubkey, until)) return isVanishing(tx.tables, pubkey)
  noteVanishing(tx.tables, pubkey, false)
  return true
}

export function continueVanishing(tx: WriteTransaction, pubkey: string): Removed {
  const { tables } = tx
  const until = vanishedUntil(tables, pubkey) ?? 0
  const seqs = [...ownUpTo(tx, pubkey, until), ...wrapsUpTo(tables, pubkey, until)]
  const removed = removeSome(tx, seqs)
  if (removed.isAll) noteVanishing(tables, pubkey, true)
  return removed
}

function* ownUpTo(tx: WriteTransaction, pubkey: string, until: number): Generator<number> {
  const author = tx.authorNumber(pubkey)
  if (author === 0) return
  const own = bigEndian(author, 4)
  const kinds = Array.from(tx.tables.authorKinds.getKeys({ start: own, end: afterPrefix(own) }), key =>
    Buffer.from(key).readUInt16BE(4),
  )
  let found = 0
  for (const kind of kinds) {
    if (kind === vanishKind) continue
    const prefix = authorKindKey(author, kind)
    const seqs = seqsIn(tx.tables.byAuthor, startAt(prefix, until), afterPrefix(prefix))
    yield* seqs
    found += seqs.length
    if (found >= seqsMax) return
  }
}

function* wrapsUpTo(tables: Tables, pubkey: string, until: number): Generator<number> {
  for (const kind of giftWrapKinds) {
    const prefix = Buffer.concat([tagKey('p', pubkey), bigEndian(kind, 2)])
    yield* seqsIn(tables.byTag, startAt(prefix, until), afterPrefix(prefix))
  }
}

function startAt(prefix: Uint8Array, until: number): Buffer {
  const key = Buffer.alloc(prefix.length + positionBytes)
  key.set(prefix)
  writePosition(key, prefix.length, until, 0, 0)
  return key
}

function seqsIn(index: Tables['byAuthor'], start: Buffer, end: Buffer): number[] {
  const seqs: number[] = []
  for (const _ of index.getKeys({ start, end, limit: seqsMax })) seqs.push(entry.seq)
  return seqs
}

function removeSome(tx: WriteTransaction, seqs: readonly number[]): Removed {
  let count = 0
  for (const seq of new Set(seqs)) {
    if (tx.turn.isOver) return { count, isAll: false }
    const row = readRow(tx.tables, seq)
    if (!row) continue
    deleteRow(tx, row)
    count += 1
  }
  return { count, isAll: count === 0 || seqs.length < seqsMax }
}

/** The later version wins; in the same second, the one with the lower id (NIP-01). Without parsing it, but for ties. */
function isNewer(tables: Tables, seq: number, event: NostrEvent): boolean {
  const header = readHeaderOf(tables, seq)
  if (!header) return false
  const time = Math.min(event.created_at, timeMax)
  if (header.time !== time) return header.time > time
  const stored = shortIdOf(tables, header, seq)
  if (stored !== undefined && stored !== shortId(event.id)) return stored < shortId(event.id)
  const row = readRow(tables, seq)
  return row !== undefined && row.event.id < event.id
}

/** The first 48 bits of a stored event's id, from the index; undefined among too many of the same second. */
function shortIdOf({ byAuthor }: Tables, { author, kind, time }: EventHeader, seq: number): number | undefined {
  const prefix = authorKindKey(author, kind)
  const keys = byAuthor.getKeys({ start: startAt(prefix, time), end: afterPrefix(prefix), limit: sameSecondMax })
  for (const _ of keys) if (entry.seq === seq) return entry.id
  return undefined
}
