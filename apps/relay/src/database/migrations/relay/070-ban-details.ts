import { type Kysely, sql } from 'kysely'

/** Larger grey squares of banned images, in which screenshots of the same layout differ. */
export interface BanDetailTables {
  /** In the order of `ban_prints` (052). They are read when a hash is near. `tint`: since 106. */
  ban_fines: { hash: string; part: number; fine: Uint8Array; tint: Uint8Array | null }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`CREATE TABLE ban_fines (
      hash TEXT NOT NULL REFERENCES file_bans (hash) ON DELETE CASCADE, part INTEGER NOT NULL, fine BLOB NOT NULL,
      PRIMARY KEY (hash, part)) STRICT`)
    .execute(db)
}
