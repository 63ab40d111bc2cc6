import { type Kysely, sql } from 'kysely'

export interface XHandleTables {
  x_handles: {
    pubkey: string
    handle: string
    /** `waiting`: never answered. `failed`: not confirmed, tried again. `given_up`: after the last attempt. */
    state: 'waiting' | 'verified' | 'failed' | 'given_up'
    source: 'bio' | 'post' | ''
    /** Answers of mirrors that did not confirm it, in a row. */
    attempts: number
    followers: number | null
    /** Milliseconds; null if it is not asked again. */
    next_at: number | null
    checked_at: number | null
    /** When it was last confirmed. */
    verified_at: number | null
    /** The kind 555 that says so. */
    event_id: string | null
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE x_handles (
    pubkey TEXT PRIMARY KEY,
    handle TEXT NOT NULL,
    state TEXT NOT NULL,
    source TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    followers INTEGER,
    next_at INTEGER,
    checked_at INTEGER,
    verified_at INTEGER,
    event_id TEXT
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE INDEX x_handles_due ON x_handles (next_at) WHERE next_at IS NOT NULL`.execute(database)
  await sql`CREATE INDEX x_handles_state ON x_handles (state, checked_at)`.execute(database)
}
