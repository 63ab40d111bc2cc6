import type { NostrEvent } from '@hornets/contract'
import type { Row } from './connections.ts'
import { type Arrived, columnsOf, versionIdentifier } from './event-columns.ts'
import type { Transaction } from './transaction.ts'

export interface Key {
  readonly id: string
  readonly createdAt: number
}

const insert = `
WITH arrived AS (
  SELECT decode(id, 'hex') AS id, created_at, seq, decode(pubkey, 'hex') AS pubkey, kind, received_at, expires_at, is_held,
    is_preference, tags::uuid[] AS tags, words::tsvector AS words, json
  FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::int[], $6::bigint[], $7::bigint[], $8::bool[],
    $9::bool[], $10::text[], $11::text[], $12::text[]) AS given (id, created_at, seq, pubkey, kind, received_at,
    expires_at, is_held, is_preference, tags, words, json)
), tagged AS (
  INSERT INTO event_tags SELECT unnest(tags), created_at, id FROM arrived
)
INSERT INTO events (id, created_at, seq, pubkey, kind, received_at, expires_at, was_held, held, is_preference, tags, words,
  bytes, json)
SELECT id, created_at, seq, pubkey, kind, received_at, expires_at, is_held, is_held::int, is_preference, tags, words,
  octet_length(json), json
FROM arrived`

const insertAddresses = `
INSERT INTO addresses SELECT decode(pubkey, 'hex'), kind, identifier::uuid, created_at, decode(id, 'hex')
FROM unnest($1::text[], $2::int[], $3::text[], $4::bigint[], $5::text[]) AS given (pubkey, kind, identifier, created_at, id)
ON CONFLICT (pubkey, kind, identifier) DO UPDATE SET created_at = excluded.created_at, id = excluded.id`

export async function insertRows(tx: Transaction, arrived: readonly Arrived[]): Promise<void> {
  if (arrived.length === 0) return
  const rows = arrived.map(columnsOf)
  const column = <T>(of: (row: (typeof rows)[number]) => T) => rows.map(of)
  await tx.query(insert, [
    column(row => row.id),
    column(row => row.createdAt),
    arrived.map(({ seq }) => seq ?? tx.nextSeq()),
    column(row => row.pubkey),
    column(row => row.kind),
    column(row => row.receivedAt),
    column(row => row.expiresAt),
    column(row => row.isHeld),
    column(row => row.isPreference),
    column(row => `{${row.tags.join(',')}}`),
    column(row => row.words),
    column(row => row.json),
  ])
  await noteVersions(
    tx,
    arrived.map(({ event }) => event),
  )
  for (const { event, json, receivedAt } of arrived) {
    tx.summary.stored(event, Buffer.byteLength(json), receivedAt)
    tx.counts.add(event, 1)
  }
}

/** Each is the only stored version at its address. */
export async function noteVersions(tx: Transaction, events: readonly NostrEvent[]): Promise<void> {
  const versions = events.flatMap(event => {
    const identifier = versionIdentifier(event)
    return identifier === null ? [] : [{ event, identifier }]
  })
  if (versions.length === 0) return
  await tx.query(insertAddresses, [
    versions.map(({ event }) => event.pubkey),
    versions.map(({ event }) => event.kind),
    versions.map(({ identifier }) => identifier),
    versions.map(({ event }) => event.created_at),
    versions.map(({ event }) => event.id),
  ])
}

const remove = `
WITH gone AS (
  DELETE FROM events e USING unnest($1::text[], $2::bigint[]) AS k (id, created_at)
  WHERE e.id = decode(k.id, 'hex') AND e.created_at = k.created_at
  RETURNING e.id, e.created_at, e.seq, e.pubkey, e.kind, e.received_at, e.expires_at, e.was_held, e.held, e.tags, e.json
), untagged AS (
  DELETE FROM event_tags t USING (SELECT unnest(tags) AS tag, created_at, id FROM gone) g
  WHERE t.tag = g.tag AND t.created_at = g.created_at AND t.id = g.id
), unaddressed AS (
  DELETE FROM addresses a USING gone g WHERE a.pubkey = g.pubkey AND a.kind = g.kind AND a.id = g.id
)
SELECT seq, received_at, expires_at, was_held, held, json FROM gone ORDER BY seq`

export interface Removed extends Arrived {
  readonly seq: number
  readonly expiresAt: number | null
  readonly wasHeld: boolean
  /** Value of the column: 0 none, 1 pending, 2 blocked. */
  readonly held: number
}

export async function removeRows(tx: Transaction, keys: readonly Key[]): Promise<Removed[]> {
  if (keys.length === 0) return []
  const rows = await tx.query(remove, [keys.map(({ id }) => id), keys.map(({ createdAt }) => createdAt)])
  return rows.map(row => {
    const json = String(row.json)
    const event = JSON.parse(json) as NostrEvent
    const [seq, receivedAt] = [Number(row.seq), Number(row.received_at)]
    tx.summary.removed(seq, event, Buffer.byteLength(json), receivedAt)
    tx.counts.add(event, -1)
    const expiresAt = row.expires_at === null ? null : Number(row.expires_at)
    const wasHeld = row.was_held === true
    return { event, json, receivedAt, seq, expiresAt, wasHeld, held: Number(row.held) }
  })
}

export const keysIn = (rows: readonly Row[]): Key[] =>
  rows.map(({ id, created_at }) => ({ id: (id as Buffer).toString('hex'), createdAt: Number(created_at) }))
