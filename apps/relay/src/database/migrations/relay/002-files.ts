import { type Kysely, sql } from 'kysely'

export interface FileTables {
  files: {
    hash: string
    /** As served; see `detectMime`. */
    mime: string
    bytes: number
    /** Unix seconds; its month is the one that the counters use. */
    received_at: number
  }
  file_owners: {
    hash: string
    pubkey: string
    /** Unix seconds. */
    uploaded_at: number
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE files (
      hash TEXT PRIMARY KEY,
      mime TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      received_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`.execute(db)
  await sql`
    CREATE TABLE file_owners (
      hash TEXT NOT NULL REFERENCES files (hash) ON DELETE CASCADE,
      pubkey TEXT NOT NULL,
      uploaded_at INTEGER NOT NULL,
      PRIMARY KEY (hash, pubkey)
    ) STRICT, WITHOUT ROWID`.execute(db)
  await sql`CREATE INDEX file_owners_by_pubkey ON file_owners (pubkey, uploaded_at, hash)`.execute(db)
  await sql`CREATE INDEX files_by_arrival ON files (received_at, hash)`.execute(db)
}
