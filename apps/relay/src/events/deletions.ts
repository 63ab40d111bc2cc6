import type { NostrEvent } from '@hornets/contract'
import type { RelayTransaction } from '../database/relay-database.ts'
import { fromHex } from './event-keys.ts'
import { deletionKind, identifierOf, isAddressable, isReplaceable } from './event-kinds.ts'
import { type EventRow, findEvent, findVersions } from './event-rows.ts'

const isBanned = 'SELECT 1 FROM banned_ids WHERE id = ?'
const isDeleted = 'SELECT 1 FROM deleted_ids WHERE id = ? AND pubkey = ?'
const isDeletedAddress = 'SELECT 1 FROM deleted_addresses WHERE pubkey = ? AND kind = ? AND d = ? AND until >= ?'
const rememberId = 'INSERT OR IGNORE INTO deleted_ids (id, pubkey) VALUES (?, ?)'
const rememberAddress = `INSERT INTO deleted_addresses (pubkey, kind, d, until) VALUES (?, ?, ?, ?)
  ON CONFLICT (pubkey, kind, d) DO UPDATE SET until = max(until, excluded.until)`

/** Whether an event may not come back: its author deleted it (NIP-09), or the operator took it out. */
export function isGone(tx: RelayTransaction, event: NostrEvent): boolean {
  const id = fromHex(event.id)
  if (tx.get(isBanned, id)) return true
  if (event.kind === deletionKind) return false
  const pubkey = fromHex(event.pubkey)
  if (tx.get(isDeleted, id, pubkey)) return true
  if (!isReplaceable(event.kind) && !isAddressable(event.kind)) return false
  const d = isAddressable(event.kind) ? identifierOf(event) : ''
  return tx.get(isDeletedAddress, pubkey, event.kind, d, event.created_at) !== undefined
}

/**
 * Remembers what a deletion request names, so that it can't come later either, and gives what of it is stored. Only the
 * request's own author's events; deletion requests themselves can't be deleted (NIP-09).
 */
export function markDeleted(tx: RelayTransaction, request: NostrEvent): EventRow[] {
  const pubkey = fromHex(request.pubkey)
  const doomed: EventRow[] = []
  for (const [name, value] of request.tags) {
    if (value === undefined) continue
    if (name === 'e' && /^[0-9a-f]{64}$/.test(value)) {
      tx.run(rememberId, fromHex(value), pubkey)
      const row = findEvent(tx, value)
      if (row && row.kind !== deletionKind && pubkey.every((byte, at) => byte === row.pubkey[at])) doomed.push(row)
    } else if (name === 'a') {
      doomed.push(...markAddressDeleted(tx, request, value))
    }
  }
  return doomed
}

function markAddressDeleted(tx: RelayTransaction, request: NostrEvent, address: string): EventRow[] {
  const [, kindText, author, identifier] = /^(\d{1,5}):([0-9a-f]{64}):(.*)$/s.exec(address) ?? []
  const kind = Number(kindText)
  if (author !== request.pubkey || identifier === undefined) return []
  if (!isReplaceable(kind) && !isAddressable(kind)) return []
  const d = isAddressable(kind) ? identifier : ''
  tx.run(rememberAddress, fromHex(author), kind, d, request.created_at)
  const versions = findVersions(tx, author, kind, isAddressable(kind) ? d : null)
  return versions.filter(row => row.created_at <= request.created_at)
}

export function ban(tx: RelayTransaction, id: string): void {
  tx.run('INSERT OR IGNORE INTO banned_ids (id) VALUES (?)', fromHex(id))
}
