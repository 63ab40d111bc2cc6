import { type Kysely, sql } from 'kysely'

/** What an undo brings back; the audit log has no codes, since who reads it could join. Kept for a day. */
export interface UndoneMemberTables {
  withdrawn_invitations: {
    code: string
    note: string
    uses: number
    uses_max: number | null
    expires_at: number | null
    created_at: number
    created_by: string | null
    /** Milliseconds. */
    withdrawn_at: number
  }
  ended_members: { pubkey: string; joined_at: number; code: string; ended_at: number }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE withdrawn_invitations (
    code TEXT PRIMARY KEY,
    note TEXT NOT NULL,
    uses INTEGER NOT NULL,
    uses_max INTEGER,
    expires_at INTEGER,
    created_at INTEGER NOT NULL,
    created_by TEXT,
    withdrawn_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE TABLE ended_members (
    pubkey TEXT PRIMARY KEY,
    joined_at INTEGER NOT NULL,
    code TEXT NOT NULL,
    ended_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`.execute(database)
}
