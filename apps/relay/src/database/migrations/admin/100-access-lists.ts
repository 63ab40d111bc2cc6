import { type Kysely, sql } from 'kysely'

export interface AccessListTables {
  access_entries: {
    list: string
    value: string
    /** word, part or pattern; empty for the other lists. */
    match: string
    reason: string
    /** Milliseconds; null = permanent. */
    expires_at: number | null
    created_at: number
    /** Public key of the admin who added it, hex; null for the command line. */
    created_by: string | null
  }
  access_rights: { id: number; value: string }
}

export interface BlockExpiry {
  /** Milliseconds; null = permanent. */
  expires_at: number | null
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE access_entries (
    list TEXT NOT NULL,
    value TEXT NOT NULL,
    match TEXT NOT NULL,
    reason TEXT NOT NULL,
    expires_at INTEGER,
    created_at INTEGER NOT NULL,
    created_by TEXT,
    PRIMARY KEY (list, value)
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE INDEX access_entries_newest ON access_entries (list, created_at)`.execute(database)
  await sql`CREATE TABLE access_rights (id INTEGER PRIMARY KEY CHECK (id = 1), value TEXT NOT NULL) STRICT`.execute(
    database,
  )
  await sql`ALTER TABLE blocked_pubkeys ADD COLUMN expires_at INTEGER`.execute(database)
}
