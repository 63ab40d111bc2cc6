import { type Kysely, sql } from 'kysely'

export interface FileCheckTables {
  file_check_columns: {
    /** Unix seconds: when the content was last compared with its hash. An upload is. */
    checked_at: number
  }
  file_findings: {
    hash: string
    what: string
    /** Unix seconds. */
    found_at: number
  }
  file_rounds: {
    id: number
    /** Unix seconds. */
    began_at: number
    ended_at: number | null
    files: number
    bytes: number
    files_done: number
    bytes_done: number
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE files ADD COLUMN checked_at INTEGER NOT NULL DEFAULT 0`.execute(db)
  await sql`UPDATE files SET checked_at = received_at`.execute(db)
  await sql`CREATE INDEX files_by_check ON files (store, trashed, checked_at, hash, bytes)`.execute(db)
  await sql`CREATE TABLE file_findings (
    hash TEXT PRIMARY KEY REFERENCES files (hash) ON DELETE CASCADE, what TEXT NOT NULL, found_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`.execute(db)
  await sql`CREATE TABLE file_rounds (id INTEGER PRIMARY KEY AUTOINCREMENT, began_at INTEGER NOT NULL,
    ended_at INTEGER, files INTEGER NOT NULL, bytes INTEGER NOT NULL, files_done INTEGER NOT NULL,
    bytes_done INTEGER NOT NULL) STRICT`.execute(db)
}
