import type { NostrEvent } from '@hornets/contract'
import { deletionKind, giftWrapKinds, ownersOf, vanishKind } from '../event-kinds.ts'
import type { SaveOutcome } from '../event-store.ts'
import { entry } from '../layout/index-entry.ts'
import { afterPrefix, bigEndian } from '../layout/keys.ts'
import type { Tables } from '../layout/tables.ts'
import { tagKey } from '../layout/tag-keys.ts'
import { ban, isGone, markDeleted, markVanished } from './deletions.ts'
import {
  deleteRow,
  type EventRow,
  findRow,
  findVersion,
  insertRow,
  isStored,
  readRow,
  versionIdentifier,
} from './event-rows.ts'
import type { WriteTransaction } from './write-transaction.ts'

export interface ArrivedEvent {
  readonly event: NostrEvent
  readonly json: string
  /** Unix seconds. */
  readonly receivedAt: number
  /** Unix seconds; 0 = no such time. */
  readonly keptUntil: number
}

export function saveEvent(tx: WriteTransaction, arrived: ArrivedEvent): SaveOutcome {
  const { event } = arrived
  const { tables } = tx
  if (isStored(tables, event.id)) return 'duplicate'
  if (isGone(tx, event)) return 'deleted'
  const identifier = versionIdentifier(event)
  if (identifier !== null) {
    const author = tx.authorNumber(event.pubkey)
    const version = author === 0 ? undefined : findVersion(tables, author, event.kind, identifier)
    if (version) {
      if (isNewer(version.event, event)) return 'older'
      deleteRow(tx, version)
    }
  }
  insertRow(tx, tx.nextSeq(), arrived)
  if (event.kind === deletionKind) for (const row of markDeleted(tx, event)) deleteRow(tx, row)
  return 'stored'
}

export function removeById(tx: WriteTransaction, id: string, isBanned: boolean): boolean {
  if (isBanned) ban(tx.tables, id)
  const row = findRow(tx.tables, id)
  if (row) deleteRow(tx, row)
  return row !== undefined
}

/** At most `max`; returns how many. */
export function removeByAuthor(tx: WriteTransaction, pubkey: string, max: number): number {
  return removeAll(tx, ofAuthor(tx, pubkey, max))
}

/** At most `max` events that expired by `now` (Unix seconds). */
export function removeExpired(tx: WriteTransaction, now: number, max: number): number {
  const keys = tx.tables.byExpiry.getKeys({ start: Buffer.from([0]), end: bigEndian(now + 1, 6), limit: max })
  const rows = Array.from(keys, key => key.readUIntBE(6, 5)).flatMap(seq => readRow(tx.tables, seq) ?? [])
  return removeAll(tx, rows)
}

/**
 * Removes what a key wrote up to a time (Unix seconds) and gift wraps to it, and prevents saving them again (NIP-62).
 * At most `max`; returns how many.
 */
export function vanish(tx: WriteTransaction, pubkey: string, until: number, max: number): number {
  markVanished(tx.tables, pubkey, until)
  const isCovered = ({ event }: EventRow) => event.created_at <= until && event.kind !== vanishKind
  const own = ofAuthor(tx, pubkey, max, isCovered)
  if (own.length === max) return removeAll(tx, own)
  const wraps = giftWrapKinds.flatMap(kind => wrapsTo(tx.tables, pubkey, kind, max - own.length, isCovered))
  const known = new Set(own.map(({ seq }) => seq))
  return removeAll(tx, [...own, ...wraps.filter(({ seq }) => !known.has(seq))].slice(0, max))
}

function removeAll(tx: WriteTransaction, rows: readonly EventRow[]): number {
  for (const row of rows) deleteRow(tx, row)
  return rows.length
}

function ofAuthor(
  tx: WriteTransaction,
  pubkey: string,
  max: number,
  isWanted: (row: EventRow) => boolean = () => true,
): EventRow[] {
  const author = tx.authorNumber(pubkey)
  if (author === 0) return []
  const prefix = bigEndian(author, 4)
  return rowsIn(tx.tables, tx.tables.byAuthor, prefix, max, isWanted)
}

function wrapsTo(
  tables: Tables,
  pubkey: string,
  kind: number,
  max: number,
  isWanted: (row: EventRow) => boolean,
): EventRow[] {
  const prefix = Buffer.concat([tagKey('p', pubkey), bigEndian(kind, 2)])
  return rowsIn(tables, tables.byTag, prefix, max, row => ownersOf(row.event).includes(pubkey) && isWanted(row))
}

function rowsIn(
  tables: Tables,
  index: Tables['byAuthor'],
  prefix: Buffer,
  max: number,
  isWanted: (row: EventRow) => boolean,
): EventRow[] {
  const rows: EventRow[] = []
  const seqs: number[] = []
  for (const _ of index.getKeys({ start: prefix, end: afterPrefix(prefix) })) seqs.push(entry.seq)
  for (const seq of seqs) {
    const row = readRow(tables, seq)
    if (row && isWanted(row)) rows.push(row)
    if (rows.length === max) break
  }
  return rows
}

/** The later version wins; in the same second, the one with the lower id (NIP-01). */
function isNewer(stored: NostrEvent, event: NostrEvent): boolean {
  if (stored.created_at !== event.created_at) return stored.created_at > event.created_at
  return stored.id < event.id
}
