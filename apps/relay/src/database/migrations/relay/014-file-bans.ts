import { type Kysely, sql } from 'kysely'

/** Files that the relay does not take. A ban outlives the file. */
export interface FileBanTables {
  file_bans: {
    hash: string
    /** 64 bits in hex: what looks nearly the same is banned too; empty for the file alone. */
    likeness: string
    reason: string
    /** Unix seconds. */
    at: number
    /** Public key of the admin, hex; null for the relay itself. */
    by: string | null
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE file_bans (
      hash TEXT PRIMARY KEY,
      likeness TEXT NOT NULL DEFAULT '',
      reason TEXT NOT NULL,
      at INTEGER NOT NULL,
      by TEXT
    ) STRICT, WITHOUT ROWID`.execute(db)
  await sql`CREATE INDEX file_bans_by_time ON file_bans (at, hash)`.execute(db)
}
