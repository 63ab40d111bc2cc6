import type { ClientBase } from 'pg'
import type { Row } from './connections.ts'
import { countsTable, recount } from './kind-counts.ts'
import { renewIdentifiers } from './renew-identifiers.ts'

const oldest = Date.UTC(2021, 0) / 1000
const monthsEach = 3
const lastYear = 2040

/** A part of the tables of events and tags, by created_at: from (inclusive) to (exclusive), Unix seconds. */
export interface Part {
  readonly name: string
  readonly from: number | null
  readonly to: number | null
}

/** Quarters of a year; what is older than Nostr, or far in the future, is in one part each: dates cannot make more. */
export function partOf(createdAt: number): Part {
  if (createdAt < oldest) return { name: 'before', from: null, to: oldest }
  const end = Date.UTC(lastYear + 1, 0) / 1000
  if (createdAt >= end) return { name: 'later', from: end, to: null }
  const date = new Date(createdAt * 1000)
  const [year, quarter] = [date.getUTCFullYear(), Math.floor(date.getUTCMonth() / monthsEach)]
  const at = (number: number) => Date.UTC(year, number * monthsEach) / 1000
  return { name: `${year}q${quarter + 1}`, from: at(quarter), to: at(quarter + 1) }
}

/** When the part of this name begins; null: it has no beginning. */
export function startOf(name: string): number | null {
  if (name === 'later') return Date.UTC(lastYear + 1, 0) / 1000
  const [, year, quarter] = /^(\d{4})q(\d)$/.exec(name) ?? []
  return year === undefined ? null : Date.UTC(Number(year), (Number(quarter) - 1) * monthsEach) / 1000
}

/** The id of the relay that moved its events here, or away. */
const owner = 'CREATE TABLE IF NOT EXISTS owner (is_only boolean PRIMARY KEY DEFAULT true, id text NOT NULL);'

const tables = `
CREATE TABLE IF NOT EXISTS events (
  id bytea NOT NULL, created_at bigint NOT NULL, seq bigint NOT NULL, pubkey bytea NOT NULL, kind integer NOT NULL,
  received_at bigint NOT NULL, expires_at bigint, was_held boolean NOT NULL, held smallint NOT NULL,
  is_preference boolean NOT NULL, tags uuid[] NOT NULL, words tsvector, bytes integer NOT NULL, json text NOT NULL,
  PRIMARY KEY (id, created_at)
) PARTITION BY RANGE (created_at);
CREATE INDEX IF NOT EXISTS events_by_time ON events (created_at DESC, id);
CREATE INDEX IF NOT EXISTS events_by_kind ON events (kind, created_at DESC, id);
CREATE INDEX IF NOT EXISTS events_by_author ON events (pubkey, created_at DESC, id);
CREATE INDEX IF NOT EXISTS events_by_author_kind ON events (pubkey, kind, created_at DESC, id);
CREATE INDEX IF NOT EXISTS events_by_seq ON events (seq);
CREATE INDEX IF NOT EXISTS events_by_expiry ON events (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS events_held ON events (seq) WHERE held <> 0;
CREATE INDEX IF NOT EXISTS events_by_word ON events USING gin (words) WITH (fastupdate = off);
CREATE TABLE IF NOT EXISTS event_tags (
  tag uuid NOT NULL, created_at bigint NOT NULL, id bytea NOT NULL
) PARTITION BY RANGE (created_at);
CREATE UNIQUE INDEX IF NOT EXISTS event_tags_by_tag ON event_tags (tag, created_at DESC, id);
CREATE TABLE IF NOT EXISTS addresses (
  pubkey bytea, kind integer, identifier uuid, created_at bigint NOT NULL, id bytea NOT NULL,
  PRIMARY KEY (pubkey, kind, identifier)
);
CREATE TABLE IF NOT EXISTS banned (
  id bytea PRIMARY KEY, reason text NOT NULL, at bigint NOT NULL, decided_by text NOT NULL DEFAULT ''
);
CREATE TABLE IF NOT EXISTS deleted_ids (id bytea, pubkey bytea, PRIMARY KEY (id, pubkey));
CREATE TABLE IF NOT EXISTS deleted_addresses (
  pubkey bytea, kind integer, identifier uuid, until bigint NOT NULL, PRIMARY KEY (pubkey, kind, identifier)
);
CREATE TABLE IF NOT EXISTS vanished (pubkey bytea PRIMARY KEY, until bigint NOT NULL);
CREATE TABLE IF NOT EXISTS trash (
  job bigint, seq bigint, id bytea NOT NULL UNIQUE, at bigint NOT NULL, received_at bigint NOT NULL,
  expires_at bigint, was_held boolean NOT NULL, held smallint NOT NULL, json text NOT NULL, PRIMARY KEY (job, seq)
);
CREATE INDEX IF NOT EXISTS trash_by_time ON trash (at);
CREATE TABLE IF NOT EXISTS unfinished (
  what text, key bytea, next_tag integer NOT NULL DEFAULT 0, PRIMARY KEY (what, key)
);
CREATE TABLE IF NOT EXISTS changes (number bigint PRIMARY KEY, change text NOT NULL);
CREATE TABLE IF NOT EXISTS numbers (
  is_only boolean PRIMARY KEY DEFAULT true, seq bigint NOT NULL, change bigint NOT NULL, counted bigint
);
INSERT INTO numbers (seq, change, counted) VALUES (0, 0, 0) ON CONFLICT DO NOTHING;
${countsTable}
${owner}`

export async function createTables(client: ClientBase, schema: string): Promise<void> {
  const { rows } = await client.query(
    "SELECT to_regclass('numbers') AS found, to_regclass('owner') AS owner, current_setting('server_encoding') AS enc",
  )
  if (rows[0]?.enc !== 'UTF8') throw new Error('the database of events must have the encoding UTF8')
  if (!rows[0]?.found) await client.query(`BEGIN; CREATE SCHEMA IF NOT EXISTS ${schema}; ${tables} COMMIT`)
  else if (!rows[0]?.owner) await renewIdentifiers(client, owner)
  await ensureDeciders(client)
  await ensureCounts(client)
}

/** An older version wrote no deciders. */
async function ensureDeciders(client: ClientBase): Promise<void> {
  if (!(await hasColumn(client, 'banned', 'decided_by')))
    await client.query("ALTER TABLE banned ADD decided_by text NOT NULL DEFAULT ''")
}

/** Also where an older version has written meanwhile, which knows no counters. */
async function ensureCounts(client: ClientBase): Promise<void> {
  if (!(await hasColumn(client, 'numbers', 'counted')))
    await client.query(`BEGIN; ALTER TABLE numbers ADD counted bigint; ${countsTable} COMMIT`)
  const { rows } = await client.query('SELECT counted IS DISTINCT FROM change AS is_old FROM numbers')
  if (rows[0]?.is_old) await client.query(recount)
}

async function hasColumn(client: ClientBase, table: string, column: string): Promise<boolean> {
  const text = 'SELECT FROM pg_attribute WHERE attrelid = $1::regclass AND attname = $2'
  return (await client.query(text, [table, column])).rows.length > 0
}

/** Gives the tables of events as `name`. */
export const partsSql =
  "SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'events'::regclass"

export const partIn = ({ name }: Row): string => String(name).replace(/^events_/, '')

export async function readParts(client: ClientBase): Promise<Set<string>> {
  return new Set((await client.query(partsSql)).rows.map(partIn))
}

/** Attached, as that lets others read meanwhile; creating it in place would not. */
export async function createPart(client: ClientBase, { name, from, to }: Part): Promise<void> {
  const bounds = `FROM (${from ?? 'MINVALUE'}) TO (${to ?? 'MAXVALUE'})`
  const one = (table: string) =>
    `CREATE TABLE ${table}_${name} (LIKE ${table} INCLUDING ALL);
     ALTER TABLE ${table} ATTACH PARTITION ${table}_${name} FOR VALUES ${bounds};`
  await client.query(`BEGIN; ${one('events')} ${one('event_tags')} COMMIT`)
}
