import { type Kysely, sql } from 'kysely'

/** Keys that asked to vanish (NIP-62), as long as events were kept here. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE vanished_keys (pubkey BLOB NOT NULL PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID`.execute(
    db,
  )
}
