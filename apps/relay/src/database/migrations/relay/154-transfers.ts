import { type Kysely, sql } from 'kysely'

export interface TransferTables {
  transfers: {
    id: number
    kind: string
    source: string
    /** JSON: what to do. */
    plan: string
    /** JSON: where it is; '{}' at the beginning. */
    place: string
    state: string
    total: number | null
    done: number
    stored: number
    sent: number
    /** JSON: what was left out, by cause. */
    left_out: string
    error: string | null
    /** Unix seconds. */
    began_at: number
    ended_at: number | null
    by: string | null
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE transfers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    source TEXT NOT NULL,
    plan TEXT NOT NULL,
    place TEXT NOT NULL DEFAULT '{}',
    state TEXT NOT NULL DEFAULT 'running',
    total INTEGER,
    done INTEGER NOT NULL DEFAULT 0,
    stored INTEGER NOT NULL DEFAULT 0,
    sent INTEGER NOT NULL DEFAULT 0,
    left_out TEXT NOT NULL DEFAULT '{}',
    error TEXT,
    began_at INTEGER NOT NULL,
    ended_at INTEGER,
    by TEXT
  ) STRICT`.execute(db)
  await sql`CREATE INDEX transfers_running ON transfers (state, id)`.execute(db)
}
