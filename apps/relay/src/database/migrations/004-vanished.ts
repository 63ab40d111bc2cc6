import { type Kysely, sql } from 'kysely'
import { tagKey } from '../../events/event-keys.ts'

/** Keys that asked to vanish (NIP-62), and addressable events without a d tag found by `#d: [""]`. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE vanished_keys (pubkey BLOB NOT NULL PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID`.execute(
    db,
  )
  await sql`
    INSERT OR IGNORE INTO event_tags (tag_key, kind, created_at, id_key, seq)
    SELECT ${tagKey('d', '')}, kind, created_at, id_key, seq FROM events WHERE d = ''`.execute(db)
}

export interface VanishedTables {
  /** Nothing that the key wrote up to `until` (Unix seconds), and no gift wrap for it of that time, comes back. */
  vanished_keys: { pubkey: Uint8Array; until: number }
}
