import type { NostrEvent } from '@hornets/contract'
import type { RelayTransaction } from '../database/relay-database.ts'
import { fromHex, shortKey, tagKey, tagKeysOf } from './event-keys.ts'
import { expiryOf, giftWrapKinds, identifierOf, isAddressable, vanishKind } from './event-kinds.ts'
import type { EventFacts, IncomingEvent } from './event-store.ts'

/** A stored event, as far as removing it or weighing it against another needs. */
export interface EventRow {
  readonly seq: number
  readonly id: Uint8Array
  readonly pubkey: Uint8Array
  readonly kind: number
  readonly created_at: number
  readonly id_key: number
  readonly received_at: number
  readonly json: string
}

const columns = 'seq, id, pubkey, kind, created_at, id_key, received_at, json'
const byId = `SELECT ${columns} FROM events WHERE id_key = ? AND id = ?`
const isKnown = 'SELECT 1 FROM events WHERE id_key = ? AND id = ?'
const byAuthorAndKind = `SELECT ${columns} FROM events INDEXED BY events_by_author
  WHERE author_key = ? AND kind = ? AND pubkey = ?`
const byAddress = `SELECT ${columns} FROM events INDEXED BY events_by_address
  WHERE author_key = ? AND kind = ? AND d = ? AND pubkey = ?`
const byAuthor = `SELECT ${columns} FROM events INDEXED BY events_by_author WHERE author_key = ? AND pubkey = ? LIMIT ?`
const byAuthorUntil = `SELECT ${columns} FROM events INDEXED BY events_by_author
  WHERE author_key = ? AND pubkey = ? AND kind <> ${vanishKind} AND created_at <= ? LIMIT ?`
const wrapsUntil = `SELECT ${columns} FROM events WHERE seq IN (
  SELECT seq FROM event_tags WHERE tag_key = ? AND kind IN (${giftWrapKinds.join()}) AND created_at <= ? LIMIT ?)`
const byExpiry = `SELECT ${columns} FROM events INDEXED BY events_by_expiry WHERE expires_at <= ? LIMIT ?`
const insertEvent = `INSERT INTO events
  (seq, id, pubkey, kind, created_at, id_key, author_key, expires_at, d, received_at, json)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const insertTag = 'INSERT INTO event_tags (tag_key, kind, created_at, id_key, seq) VALUES (?, ?, ?, ?, ?)'
const deleteEvent = 'DELETE FROM events WHERE seq = ?'
const deleteTag = 'DELETE FROM event_tags WHERE tag_key = ? AND kind = ? AND created_at = ? AND id_key = ? AND seq = ?'

export function isStored(tx: RelayTransaction, id: string): boolean {
  return tx.get(isKnown, shortKey(id), fromHex(id)) !== undefined
}

export function findEvent(tx: RelayTransaction, id: string): EventRow | undefined {
  return tx.get<EventRow>(byId, shortKey(id), fromHex(id))
}

/** Every version of a replaceable event that is there: one at most, but for what an older store left. */
export function findVersions(tx: RelayTransaction, pubkey: string, kind: number, d: string | null): EventRow[] {
  const author = fromHex(pubkey)
  return d === null
    ? tx.all<EventRow>(byAuthorAndKind, shortKey(pubkey), kind, author)
    : tx.all<EventRow>(byAddress, shortKey(pubkey), kind, d, author)
}

export function findByAuthor(tx: RelayTransaction, pubkey: string, limit: number): EventRow[] {
  return tx.all<EventRow>(byAuthor, shortKey(pubkey), fromHex(pubkey), limit)
}

/** What a request to vanish up to this second takes: all of the key's events but such requests, and gift wraps for it. */
export function findVanishing(tx: RelayTransaction, pubkey: string, until: number, limit: number): EventRow[] {
  const own = tx.all<EventRow>(byAuthorUntil, shortKey(pubkey), fromHex(pubkey), until, limit)
  return own.length > 0 ? own : tx.all<EventRow>(wrapsUntil, tagKey('p', pubkey), until, limit)
}

/** `now` in Unix seconds. */
export function findExpired(tx: RelayTransaction, now: number, limit: number): EventRow[] {
  return tx.all<EventRow>(byExpiry, now, limit)
}

/** `receivedAt` in Unix seconds. */
export function insertRow(tx: RelayTransaction, seq: number, incoming: IncomingEvent, receivedAt: number): void {
  const { event, json } = incoming
  const idKey = shortKey(event.id)
  tx.run(
    insertEvent,
    seq,
    fromHex(event.id),
    fromHex(event.pubkey),
    event.kind,
    event.created_at,
    idKey,
    shortKey(event.pubkey),
    expiryOf(event),
    isAddressable(event.kind) ? identifierOf(event) : null,
    receivedAt,
    json,
  )
  for (const key of tagKeysOf(event)) tx.run(insertTag, key, event.kind, event.created_at, idKey, seq)
}

/** Answers what has been removed. */
export function deleteRow(tx: RelayTransaction, row: EventRow): EventFacts {
  const facts = factsOf(row.json, row.received_at)
  for (const key of tagKeysOf(facts.event)) tx.run(deleteTag, key, row.kind, row.created_at, row.id_key, row.seq)
  tx.run(deleteEvent, row.seq)
  return facts
}

function factsOf(json: string, receivedAt: number): EventFacts {
  const event = JSON.parse(json) as NostrEvent
  return { kind: event.kind, bytes: Buffer.byteLength(json), receivedAt, pubkey: event.pubkey, event }
}
