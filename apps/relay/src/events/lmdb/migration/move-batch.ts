import type { DatabaseSync } from 'node:sqlite'
import type { NostrEvent } from '@hornets/contract'
import { timeMax } from '../../event-name.ts'
import { addressKey, bigEndian } from '../layout/keys.ts'
import { identifierKey } from '../layout/tag-keys.ts'
import { ban, markVanished, rememberDeleted } from '../writing/deletions.ts'
import { insertRow, isStored } from '../writing/event-rows.ts'
import type { WriteTransaction } from '../writing/write-transaction.ts'
import { hasTable } from './old-database.ts'

const eventsAtOnce = 1000
const markKey = Buffer.from('moved')

/** Moves the next events in order of arrival, with their numbers; returns how many. */
export function moveNextEvents(old: DatabaseSync, tx: WriteTransaction): number {
  const mark = tx.tables.meta.getBinaryFast(markKey)?.readUIntBE(0, 5) ?? 0
  const rows = old
    .prepare('SELECT seq, received_at, json FROM events WHERE seq > ? ORDER BY seq LIMIT ?')
    .all(mark, eventsAtOnce) as { seq: number; received_at: number; json: string }[]
  for (const { seq, received_at: receivedAt, json } of rows) {
    const event = JSON.parse(json) as NostrEvent
    if (!isStored(tx.tables, event.id))
      insertRow(tx, tx.useSeq(seq), { event, json, receivedAt, keptUntil: 0, isHeld: false })
  }
  const last = rows.at(-1)
  if (last) tx.tables.meta.put(markKey, bigEndian(last.seq, 5))
  return rows.length
}

export function moveDeletions(old: DatabaseSync, tx: WriteTransaction): void {
  const rows = (sql: string, table: string) => (hasTable(old, table) ? old.prepare(sql).all() : [])
  for (const { id, pubkey } of rows('SELECT id, pubkey FROM deleted_ids', 'deleted_ids'))
    rememberDeleted(tx, bytes(id), tx.internAuthor(hex(pubkey)))
  for (const { pubkey, kind, d, until } of rows('SELECT * FROM deleted_addresses', 'deleted_addresses')) {
    const key = addressKey(tx.internAuthor(hex(pubkey)), Number(kind), identifierKey(String(d)))
    tx.tables.deletedAddresses.put(key, bigEndian(Math.min(Number(until), timeMax), 6))
  }
  for (const { id } of rows('SELECT id FROM banned_ids', 'banned_ids')) ban(tx.tables, hex(id), '')
  for (const { pubkey, until } of rows('SELECT pubkey, until FROM vanished_keys', 'vanished_keys'))
    markVanished(tx.tables, hex(pubkey), Number(until))
}

function bytes(value: unknown): Buffer {
  return Buffer.from(value as Uint8Array)
}

function hex(value: unknown): string {
  return bytes(value).toString('hex')
}
