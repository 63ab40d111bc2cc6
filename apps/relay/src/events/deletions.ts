import type { NostrEvent } from '@hornets/contract'
import type { RelayTransaction } from '../database/relay-database.ts'
import { fromHex } from './event-keys.ts'
import { deletionKind, identifierOf, isAddressable, isReplaceable, ownersOf, vanishKind } from './event-kinds.ts'
import { type EventRow, findEvent, findVersions } from './event-rows.ts'

const isBanned = 'SELECT 1 FROM banned_ids WHERE id = ?'
const isDeleted = 'SELECT 1 FROM deleted_ids WHERE id = ? AND pubkey = ?'
const isDeletedAddress = 'SELECT 1 FROM deleted_addresses WHERE pubkey = ? AND kind = ? AND d = ? AND until >= ?'
const rememberId = 'INSERT OR IGNORE INTO deleted_ids (id, pubkey) VALUES (?, ?)'
const rememberAddress = `INSERT INTO deleted_addresses (pubkey, kind, d, until) VALUES (?, ?, ?, ?)
  ON CONFLICT (pubkey, kind, d) DO UPDATE SET until = max(until, excluded.until)`

const isVanished = 'SELECT 1 FROM vanished_keys WHERE pubkey = ? AND until >= ?'
const rememberVanished = `INSERT INTO vanished_keys (pubkey, until) VALUES (?, ?)
  ON CONFLICT (pubkey) DO UPDATE SET until = max(until, excluded.until)`

/**
 * Whether an event may not come back: an owner of it deleted it (NIP-09) or vanished (NIP-62), or the operator removed
 * it. Requests to vanish are kept.
 */
export function isGone(tx: RelayTransaction, event: NostrEvent): boolean {
  const id = fromHex(event.id)
  if (tx.get(isBanned, id)) return true
  if (event.kind === vanishKind) return false
  const owners = ownersOf(event).map(fromHex)
  if (owners.some(owner => tx.get(isVanished, owner, event.created_at))) return true
  if (event.kind === deletionKind) return false
  if (owners.some(owner => tx.get(isDeleted, id, owner))) return true
  if (!isReplaceable(event.kind) && !isAddressable(event.kind)) return false
  const d = isAddressable(event.kind) ? identifierOf(event) : ''
  return tx.get(isDeletedAddress, fromHex(event.pubkey), event.kind, d, event.created_at) !== undefined
}

/**
 * Remembers what a deletion request names, so that it can't come later either, and gives what of it is stored. Only
 * events that its author owns; neither deletion requests nor requests to vanish can be deleted (NIP-09, NIP-62).
 */
export function markDeleted(tx: RelayTransaction, request: NostrEvent): EventRow[] {
  const pubkey = fromHex(request.pubkey)
  const doomed: EventRow[] = []
  for (const [name, value] of request.tags) {
    if (value === undefined) continue
    if (name === 'e' && /^[0-9a-f]{64}$/.test(value)) {
      tx.run(rememberId, fromHex(value), pubkey)
      const row = findEvent(tx, value)
      if (row && isDeletable(row, request.pubkey)) doomed.push(row)
    } else if (name === 'a') {
      doomed.push(...markAddressDeleted(tx, request, value))
    }
  }
  return doomed
}

function isDeletable(row: EventRow, pubkey: string): boolean {
  if (row.kind === deletionKind || row.kind === vanishKind) return false
  return ownersOf(JSON.parse(row.json) as NostrEvent).includes(pubkey)
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

/** From now on nothing of this key up to `until` (Unix seconds) comes back. */
export function markVanished(tx: RelayTransaction, pubkey: string, until: number): void {
  tx.run(rememberVanished, fromHex(pubkey), until)
}

export function ban(tx: RelayTransaction, id: string): void {
  tx.run('INSERT OR IGNORE INTO banned_ids (id) VALUES (?)', fromHex(id))
}
