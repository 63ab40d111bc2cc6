import type { NostrEvent } from '@hornets/contract'
import { deletionKind, isAddressable, isReplaceable, ownersOf, vanishKind } from '../event-kinds.ts'
import { addressKey, bigEndian, fromHex, numberIn } from '../layout/keys.ts'
import { timeMax } from '../layout/position.ts'
import type { Tables } from '../layout/tables.ts'
import { identifierKey } from '../layout/tag-keys.ts'
import { type EventRow, findRow, findVersion, versionIdentifier } from './event-rows.ts'
import type { WriteTransaction } from './write-transaction.ts'

const nothing = new Uint8Array(0)

/** Whether an event cannot be saved: deleted (NIP-09), vanished (NIP-62) or banned by the operator. */
export function isGone(tx: WriteTransaction, event: NostrEvent): boolean {
  const { tables } = tx
  const id = fromHex(event.id)
  if (tables.bannedIds.doesExist(id)) return true
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

function hasVanished({ vanished }: Tables, pubkey: string, createdAt: number): boolean {
  const until = vanished.getBinaryFast(fromHex(pubkey))
  return until !== undefined && numberIn(until, 6) >= createdAt
}

function isDeletedBy(tx: WriteTransaction, pubkey: string, id: Uint8Array): boolean {
  const author = tx.authorNumber(pubkey)
  return author !== 0 && tx.tables.deletedIds.doesExist(deletedIdKey(id, author))
}

/**
 * Records what a deletion request names, so that it cannot arrive later, and returns stored matches: the author's own
 * events, never deletion requests (NIP-09) or requests to vanish (NIP-62).
 */
export function markDeleted(tx: WriteTransaction, request: NostrEvent): EventRow[] {
  const author = tx.internAuthor(request.pubkey)
  const doomed = new Map<number, EventRow>()
  for (const [name, value] of request.tags) {
    if (name === 'e' && isKey(value)) {
      rememberDeleted(tx, fromHex(value), author)
      const row = findRow(tx.tables, value)
      if (row && mayDelete(request.pubkey, row.event)) doomed.set(row.seq, row)
    } else if (name === 'a' && value !== undefined) {
      const row = markAddressDeleted(tx, request, author, value)
      if (row) doomed.set(row.seq, row)
    }
  }
  return [...doomed.values()]
}

function mayDelete(pubkey: string, event: NostrEvent): boolean {
  if (event.kind === deletionKind || event.kind === vanishKind) return false
  return ownersOf(event).includes(pubkey)
}

function markAddressDeleted(
  { tables }: WriteTransaction,
  request: NostrEvent,
  author: number,
  address: string,
): EventRow | undefined {
  const [, kindText, pubkey, named] = /^(\d{1,5}):([0-9a-f]{64}):(.*)$/s.exec(address) ?? []
  const kind = Number(kindText)
  if (pubkey !== request.pubkey || named === undefined) return undefined
  if (!isReplaceable(kind) && !isAddressable(kind)) return undefined
  const identifier = isAddressable(kind) ? named : ''
  const key = addressKey(author, kind, identifierKey(identifier))
  const until = Math.max(numberIn(tables.deletedAddresses.getBinaryFast(key), 6), Math.min(request.created_at, timeMax))
  tables.deletedAddresses.put(key, bigEndian(until, 6))
  const row = findVersion(tables, author, kind, identifier)
  return row && row.event.created_at <= request.created_at ? row : undefined
}

/** Records an id deleted by this author, whether or not it is stored. */
export function rememberDeleted({ tables }: WriteTransaction, id: Uint8Array, author: number): void {
  tables.deletedIds.put(deletedIdKey(id, author), nothing)
}

export function ban({ bannedIds }: Tables, id: string): void {
  bannedIds.put(fromHex(id), nothing)
}

/** `until` in Unix seconds. */
export function markVanished({ vanished }: Tables, pubkey: string, until: number): void {
  const key = fromHex(pubkey)
  const before = numberIn(vanished.getBinaryFast(key), 6)
  vanished.put(key, bigEndian(Math.max(before, Math.min(until, timeMax)), 6))
}

function deletedIdKey(id: Uint8Array, author: number): Buffer {
  return Buffer.concat([id, bigEndian(author, 4)])
}

function isKey(value: string | undefined): value is string {
  return value !== undefined && /^[0-9a-f]{64}$/.test(value)
}
