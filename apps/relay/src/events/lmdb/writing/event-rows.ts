import type { NostrEvent } from '@hornets/contract'
import { expiryOf, identifierOf, isAddressable, isReplaceable } from '../../event-kinds.ts'
import { timeMax } from '../../event-name.ts'
import { type EventHeader, headerBytes, jsonIn, readHeader, writeEventValue } from '../layout/event-value.ts'
import { heldValues } from '../layout/held.ts'
import { flagsOf } from '../layout/index-entry.ts'
import { addressKey, bigEndian, fromHex, numberIn, seqKey } from '../layout/keys.ts'
import { positionBytes, shortId, writePosition } from '../layout/position.ts'
import type { Tables } from '../layout/tables.ts'
import { identifierKey, tagKeyBytes, tagKeysOf } from '../layout/tag-keys.ts'
import type { WriteTransaction } from './write-transaction.ts'

export interface EventRow extends EventHeader {
  readonly seq: number
  readonly event: NostrEvent
  /** UTF-8 length of the JSON. */
  readonly bytes: number
}

export interface ArrivedEvent {
  readonly event: NostrEvent
  readonly json: string
  /** Unix seconds. */
  readonly receivedAt: number
  /** Unix seconds; 0 = no such time. */
  readonly keptUntil: number
  readonly isHeld: boolean
}

const nothing = new Uint8Array(0)
/** Numbers increase, so pages are filled to the end instead of being split. */
const atTheEnd = { append: true }
const timeKey = Buffer.allocUnsafeSlow(24)
const kindKey = Buffer.allocUnsafeSlow(24)
const authorKey = Buffer.allocUnsafeSlow(24)
const byTagKey = Buffer.allocUnsafeSlow(tagKeyBytes + 24)
let valueBuffer = Buffer.allocUnsafeSlow(256 * 1024)

export function seqOf({ ids }: Tables, id: string): number {
  return numberIn(ids.getBinaryFast(fromHex(id)), 5)
}

export function isStored({ ids }: Tables, id: string): boolean {
  return ids.doesExist(fromHex(id))
}

export function readRow({ events }: Tables, seq: number): EventRow | undefined {
  const value = events.getBinaryFast(seqKey(seq))
  if (value === undefined) return undefined
  const { length } = value
  return { seq, ...readHeader(value), event: JSON.parse(jsonIn(value, length)), bytes: length - headerBytes }
}

/** The header alone, without parsing the event; `bytes` is the UTF-8 length of the JSON. */
export function readHeaderOf({ events }: Tables, seq: number): (EventHeader & { readonly bytes: number }) | undefined {
  const value = events.getBinaryFast(seqKey(seq))
  return value && { ...readHeader(value), bytes: value.length - headerBytes }
}

export function findRow(tables: Tables, id: string): EventRow | undefined {
  const seq = seqOf(tables, id)
  return seq === 0 ? undefined : readRow(tables, seq)
}

/** Number of the stored version of a replaceable or addressable event; 0 = none. `identifier` is '' for replaceable kinds. */
export function findVersion(tables: Tables, author: number, kind: number, identifier: string): number {
  return numberIn(tables.addresses.getBinaryFast(addressKey(author, kind, identifierKey(identifier))), 5)
}

/** Null for kinds without versions. */
export function versionIdentifier(event: Pick<NostrEvent, 'kind' | 'tags'>): string | null {
  if (isAddressable(event.kind)) return identifierOf(event)
  return isReplaceable(event.kind) ? '' : null
}

/** `receivedAt` and `keptUntil` in Unix seconds; the earlier of `keptUntil` and its own expiry applies, 0 = none. */
export function insertRow(
  tx: WriteTransaction,
  seq: number,
  { event, json, receivedAt, keptUntil, isHeld }: ArrivedEvent,
): void {
  const { tables } = tx
  const author = tx.internAuthor(event.pubkey)
  const time = Math.min(event.created_at, timeMax)
  const ends = [expiryOf(event), keptUntil || null].filter(end => end !== null)
  const expiresAt = ends.length === 0 ? 0 : Math.min(Math.max(Math.min(...ends), 1), timeMax)
  // UTF-8 takes at most three bytes per UTF-16 unit.
  const room = headerBytes + json.length * 3
  if (room > valueBuffer.length) valueBuffer = Buffer.allocUnsafeSlow(2 * room)
  const end = writeEventValue(
    valueBuffer,
    { receivedAt, time, kind: event.kind, author, expiresAt, wasHeld: isHeld },
    json,
  )
  tables.events.putSync(seqKey(seq), valueBuffer.subarray(0, end), atTheEnd)
  tables.ids.put(fromHex(event.id), bigEndian(seq, 5))
  const identifier = versionIdentifier(event)
  if (identifier !== null)
    tables.addresses.put(addressKey(author, event.kind, identifierKey(identifier)), bigEndian(seq, 5))
  if (isHeld) tables.held.put(seqKey(seq), heldValues.pending)
  eachIndexKey({ seq, event, author, time, expiresAt, wasHeld: isHeld }, tables, (table, key) =>
    table.put(key, nothing),
  )
  tx.counts.add(author, event.kind, time, 1)
  tx.summary.stored(event, end - headerBytes, receivedAt)
}

export function deleteRow(tx: WriteTransaction, row: EventRow): void {
  const { tables } = tx
  const { event, seq, author, bytes, receivedAt } = row
  tx.turn.countRemoval(bytes)
  tables.events.removeSync(seqKey(seq))
  tables.ids.removeSync(fromHex(event.id))
  const identifier = versionIdentifier(event)
  if (identifier !== null) {
    const key = addressKey(author, event.kind, identifierKey(identifier))
    if (numberIn(tables.addresses.getBinaryFast(key), 5) === seq) tables.addresses.removeSync(key)
  }
  if (row.wasHeld) tables.held.removeSync(seqKey(seq))
  eachIndexKey(row, tables, (table, key) => table.removeSync(key))
  tx.counts.add(author, event.kind, row.time, -1)
  tx.summary.removed(seq, event, bytes, receivedAt)
}

type Indexed = Pick<EventRow, 'seq' | 'event' | 'author' | 'time' | 'expiresAt' | 'wasHeld'>

function eachIndexKey(
  { seq, event, author, time, expiresAt, wasHeld }: Indexed,
  { byTime, byKind, byAuthor, byTag, byExpiry }: Tables,
  use: (table: Tables['byTime'], key: Buffer) => void,
): void {
  const { kind } = event
  const flags = flagsOf({ expiresAt, wasHeld })
  writePosition(timeKey, 0, time, shortId(event.id), seq)
  timeKey.writeUInt32BE(author, 17)
  timeKey.writeUInt16BE(kind, 21)
  timeKey.writeUInt8(flags, 23)
  use(byTime, timeKey)
  kindKey.writeUInt16BE(kind, 0)
  kindKey.set(timeKey.subarray(0, positionBytes + 4), 2)
  kindKey.writeUInt8(flags, 23)
  use(byKind, kindKey)
  authorKey.writeUInt32BE(author, 0)
  authorKey.writeUInt16BE(kind, 4)
  authorKey.set(timeKey.subarray(0, positionBytes), 6)
  authorKey.writeUInt8(flags, 23)
  use(byAuthor, authorKey)
  for (const tag of tagKeysOf(event)) {
    byTagKey.set(tag, 0)
    byTagKey.set(kindKey, tagKeyBytes)
    use(byTag, byTagKey)
  }
  if (expiresAt !== 0) use(byExpiry, Buffer.concat([bigEndian(expiresAt, 6), seqKey(seq)]))
}
