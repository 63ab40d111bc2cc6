import type { NostrEvent } from '@hornets/contract'
import { deletionKind, isAddressable, isGiftWrap, isReplaceable, ownersOf, vanishKind } from '../../event-kinds.ts'
import { timeMax } from '../../event-name.ts'
import type { EventHeader } from '../layout/event-value.ts'
import { flagsOf } from '../layout/index-entry.ts'
import { addressKey, bigEndian, fromHex, numberIn } from '../layout/keys.ts'
import { shortId, writePosition } from '../layout/position.ts'
import type { Tables } from '../layout/tables.ts'
import { identifierKey, tagKey, tagKeyBytes } from '../layout/tag-keys.ts'
import { deleteRow, findVersion, readHeaderOf, readRow, seqOf, versionIdentifier } from './event-rows.ts'
import type { WriteTransaction } from './write-transaction.ts'

const nothing = new Uint8Array(0)

/** Whether an event cannot be saved: deleted (NIP-09), vanished (NIP-62), or banned or deleted by the operator. */
export function isGone(tx: WriteTransaction, event: NostrEvent): boolean {
  const { tables } = tx
  const id = fromHex(event.id)
  if (tables.bannedIds.doesExist(id) || tables.trashIds.doesExist(id)) return true
  if (event.kind === vanishKind) return false
  const owners = ownersOf(event)
  if (owners.some(owner => hasVanished(tables, owner, event.created_at))) return true
  if (event.kind === deletionKind) return false
  if (owners.some(owner => isDeletedBy(tx, owner, id))) return true
  const identifier = versionIdentifier(event)
  const author = tx.authorNumber(event.pubkey)
  if (identifier === null || author === 0) return false
  const until = tables.deletedAddresses.getBinaryFast(addressKey(author, event.kind, identifierKey(identifier)))
  return until !== undefined && numberIn(until, 6) >= event.created_at
}

function hasVanished(tables: Tables, pubkey: string, createdAt: number): boolean {
  const until = vanishedUntil(tables, pubkey)
  return until !== null && until >= createdAt
}

function isDeletedBy(tx: WriteTransaction, pubkey: string, id: Uint8Array): boolean {
  const author = tx.authorNumber(pubkey)
  return author !== 0 && tx.tables.deletedIds.doesExist(deletedIdKey(id, author))
}

/** NIP-09: never deletion requests or requests to vanish (NIP-62). Records the names. Returns the next tag, or null. */
export function deleteNamed(tx: WriteTransaction, request: NostrEvent, from: number): number | null {
  const author = tx.internAuthor(request.pubkey)
  const done = new Set<string>()
  for (const [at, [name, value]] of request.tags.entries()) {
    if (value === undefined || (name !== 'e' && name !== 'a') || done.has(value)) continue
    done.add(value)
    if (at < from) continue
    if (tx.turn.isOver) return at
    tx.turn.countName()
    const seq =
      name === 'e' ? markIdDeleted(tx, request, author, value) : markAddressDeleted(tx, request, author, value)
    const row = seq === 0 ? undefined : readRow(tx.tables, seq)
    if (row) deleteRow(tx, row)
  }
  return null
}

function markIdDeleted(tx: WriteTransaction, { pubkey }: NostrEvent, author: number, id: string): number {
  const { tables, turn } = tx
  if (!/^[0-9a-f]{64}$/.test(id)) return 0
  rememberDeleted(tx, fromHex(id), author)
  const seq = seqOf(tables, id)
  const header = seq === 0 ? undefined : readHeaderOf(tables, seq)
  if (!header) return 0
  turn.countHeader(header.bytes)
  if (header.kind === deletionKind || header.kind === vanishKind) return 0
  return header.author === author || isWrappedFor(tables, pubkey, { ...header, seq, id }) ? seq : 0
}

/** Whether a gift wrap names this key in its indexed p tags (NIP-59), without reading it. */
function isWrappedFor(
  { byTag }: Tables,
  pubkey: string,
  { seq, id, ...header }: EventHeader & { readonly seq: number; readonly id: string },
): boolean {
  const { kind, time, author } = header
  if (!isGiftWrap(kind)) return false
  const key = Buffer.alloc(tagKeyBytes + 24)
  key.set(tagKey('p', pubkey))
  key.writeUInt16BE(kind, tagKeyBytes)
  const end = writePosition(key, tagKeyBytes + 2, time, shortId(id), seq)
  key.writeUInt32BE(author, end)
  key.writeUInt8(flagsOf(header), end + 4)
  return byTag.doesExist(key)
}

function markAddressDeleted(
  { tables }: WriteTransaction,
  request: NostrEvent,
  author: number,
  address: string,
): number {
  const [, kindText, pubkey, named] = /^(\d{1,5}):([0-9a-f]{64}):(.*)$/s.exec(address) ?? []
  const kind = Number(kindText)
  if (pubkey !== request.pubkey || named === undefined) return 0
  if (!isReplaceable(kind) && !isAddressable(kind)) return 0
  const identifier = isAddressable(kind) ? named : ''
  const key = addressKey(author, kind, identifierKey(identifier))
  const asked = Math.min(request.created_at, timeMax)
  const until = Math.max(numberIn(tables.deletedAddresses.getBinaryFast(key), 6), asked)
  tables.deletedAddresses.put(key, bigEndian(until, 6))
  const seq = findVersion(tables, author, kind, identifier)
  const header = seq === 0 ? undefined : readHeaderOf(tables, seq)
  return header && header.time <= asked ? seq : 0
}

export function rememberDeleted({ tables }: WriteTransaction, id: Uint8Array, author: number): void {
  tables.deletedIds.put(deletedIdKey(id, author), nothing)
}

export function ban({ bannedIds }: Tables, id: string, value: string): void {
  bannedIds.put(fromHex(id), Buffer.from(value))
}

export function liftBan({ bannedIds }: Tables, id: string): boolean {
  const key = fromHex(id)
  if (!bannedIds.doesExist(key)) return false
  bannedIds.removeSync(key)
  return true
}

/** `until` in Unix seconds. False if the key has vanished up to then or later. */
export function markVanished({ vanished }: Tables, pubkey: string, until: number): boolean {
  const key = fromHex(pubkey)
  const before = vanished.getBinaryFast(key)
  const asked = Math.min(until, timeMax)
  if (before !== undefined && numberIn(before, 6) >= asked) return false
  vanished.put(key, bigEndian(asked, 6))
  return true
}

/** Unix seconds; null if the key has not vanished. */
export function vanishedUntil({ vanished }: Tables, pubkey: string): number | null {
  const until = vanished.getBinaryFast(fromHex(pubkey))
  return until === undefined ? null : numberIn(until, 6)
}

export function deletedIdKey(id: Uint8Array, author: number): Buffer {
  return Buffer.concat([id, bigEndian(author, 4)])
}
