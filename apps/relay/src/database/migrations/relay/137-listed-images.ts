import { type Kysely, sql } from 'kysely'

export interface ListedImageTables {
  /** Images that lists of banned ones name by their PDQ hash, hex; the relay has never seen them. `at`: Unix seconds. */
  listed_images: { pdq: string; reason: string; at: number; by: string | null }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`CREATE TABLE listed_images (
      pdq TEXT PRIMARY KEY, reason TEXT NOT NULL, at INTEGER NOT NULL, by TEXT) STRICT, WITHOUT ROWID`)
    .execute(db)
}
