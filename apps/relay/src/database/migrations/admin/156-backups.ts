import { type Generated, type Kysely, sql } from 'kysely'

export interface BackupTables {
  /** At most one row. */
  backup_plan: {
    id: number
    /** Whose backups they are, as written at the destination. */
    relay: string
    /** JSON: what is not secret. */
    plan: string
    /** Sealed: a folder, or an S3 address with its key. */
    place: string
    /** Sealed: the age key, if the relay made it; null otherwise. */
    identity: string | null
    /** Base64: the same key as an age file that the passphrase opens. */
    sealed_key: string | null
    changed_at: number
  }
  backup_runs: {
    id: Generated<number>
    kind: string
    state: string
    by: string | null
    /** Milliseconds. */
    began_at: number
    ended_at: number | null
    snapshot: string | null
    files: number | null
    bytes: number | null
    error: string | null
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE backup_plan (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    relay TEXT NOT NULL,
    plan TEXT NOT NULL,
    place TEXT NOT NULL,
    identity TEXT,
    sealed_key TEXT,
    changed_at INTEGER NOT NULL
  ) STRICT`.execute(database)
  await sql`CREATE TABLE backup_runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    by TEXT,
    began_at INTEGER NOT NULL,
    ended_at INTEGER,
    snapshot TEXT,
    files INTEGER,
    bytes INTEGER,
    error TEXT
  ) STRICT`.execute(database)
}
