import { type Kysely, sql } from 'kysely'

export interface AccessMemberTables {
  /** Codes with which keys can join (NIP-43). */
  access_invitations: {
    code: string
    note: string
    uses: number
    /** Null = any number. */
    uses_max: number | null
    /** Milliseconds; null = permanent. */
    expires_at: number | null
    created_at: number
    created_by: string | null
  }
  access_members: { pubkey: string; joined_at: number; code: string }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE access_invitations (
    code TEXT PRIMARY KEY,
    note TEXT NOT NULL,
    uses INTEGER NOT NULL,
    uses_max INTEGER,
    expires_at INTEGER,
    created_at INTEGER NOT NULL,
    created_by TEXT
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE TABLE access_members (
    pubkey TEXT PRIMARY KEY,
    joined_at INTEGER NOT NULL,
    code TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`.execute(database)
}
