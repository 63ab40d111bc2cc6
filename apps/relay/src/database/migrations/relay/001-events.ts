import { type Kysely, sql } from 'kysely'

/**
 * `seq`: order of arrival, never reused. Keys are shortened, as random index writes limit the speed: 48 bits of id and
 * key (readers compare the whole), 96 bits of SHA-256 for tags (no chosen collisions).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE events (
      seq INTEGER PRIMARY KEY,
      id BLOB NOT NULL,
      pubkey BLOB NOT NULL,
      kind INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      id_key INTEGER NOT NULL,
      author_key INTEGER NOT NULL,
      expires_at INTEGER,
      d TEXT,
      received_at INTEGER NOT NULL,
      json TEXT NOT NULL
    )`.execute(db)
  await sql`CREATE INDEX events_by_id ON events (id_key)`.execute(db)
  await sql`CREATE INDEX events_by_time ON events (created_at DESC, id_key)`.execute(db)
  await sql`CREATE INDEX events_by_kind ON events (kind, created_at DESC, id_key)`.execute(db)
  await sql`CREATE INDEX events_by_author ON events (author_key, kind, created_at DESC, id_key)`.execute(db)
  await sql`CREATE INDEX events_by_address ON events (author_key, kind, d) WHERE d IS NOT NULL`.execute(db)
  await sql`CREATE INDEX events_by_expiry ON events (expires_at) WHERE expires_at IS NOT NULL`.execute(db)
  await sql`
    CREATE TABLE event_tags (
      tag_key BLOB NOT NULL,
      kind INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      id_key INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      PRIMARY KEY (tag_key, kind, created_at DESC, id_key, seq)
    ) WITHOUT ROWID`.execute(db)
  await sql`
    CREATE TABLE deleted_ids (
      id BLOB NOT NULL,
      pubkey BLOB NOT NULL,
      PRIMARY KEY (id, pubkey)
    ) WITHOUT ROWID`.execute(db)
  await sql`
    CREATE TABLE deleted_addresses (
      pubkey BLOB NOT NULL,
      kind INTEGER NOT NULL,
      d TEXT NOT NULL,
      until INTEGER NOT NULL,
      PRIMARY KEY (pubkey, kind, d)
    ) WITHOUT ROWID`.execute(db)
  await sql`CREATE TABLE banned_ids (id BLOB NOT NULL PRIMARY KEY) WITHOUT ROWID`.execute(db)
  await sql`CREATE VIRTUAL TABLE event_text USING fts5 (text, content='', contentless_delete=1)`.execute(db)
  await sql`CREATE TABLE event_text_progress (seq INTEGER NOT NULL)`.execute(db)
  await sql`INSERT INTO event_text_progress (seq) VALUES (0)`.execute(db)
}
