import { type Kysely, sql } from 'kysely'

/** Keys that requested to vanish (NIP-62), while events were stored here. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE vanished_keys (pubkey BLOB NOT NULL PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID`.execute(
    db,
  )
}
