import { type Kysely, sql } from 'kysely'

/** What NIP-86 keeps beside the lists of the console. */
export interface ManagementTables {
  /** What clients show beside members' names (NIP-43); no permission comes with it. */
  member_roles: {
    id: string
    label: string
    description: string
    /** A hue, 0 to 360. */
    color: number | null
    place: number
  }
  member_role_keys: { role_id: string; pubkey: string }
  /** Single methods for keys whose role does not have them. */
  method_grants: { pubkey: string; method: string; granted_by: string; granted_at: number }
  /** Events that pass lists, modes and the operator's own rules. */
  allowed_events: { id: string; reason: string; created_at: number; created_by: string | null }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE member_roles (
    id TEXT PRIMARY KEY,
    label TEXT NOT NULL,
    description TEXT NOT NULL,
    color INTEGER,
    place INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE TABLE member_role_keys (
    role_id TEXT NOT NULL REFERENCES member_roles (id) ON DELETE CASCADE,
    pubkey TEXT NOT NULL,
    PRIMARY KEY (role_id, pubkey)
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE TABLE method_grants (
    pubkey TEXT NOT NULL,
    method TEXT NOT NULL,
    granted_by TEXT NOT NULL,
    granted_at INTEGER NOT NULL,
    PRIMARY KEY (pubkey, method)
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE TABLE allowed_events (
    id TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    created_by TEXT
  ) STRICT, WITHOUT ROWID`.execute(database)
}
