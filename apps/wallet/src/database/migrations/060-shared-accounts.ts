import { type Kysely, sql } from 'kysely'

/** Accounts shared by several keys, and payments signed by several people in turn. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE wallet ADD COLUMN descriptor TEXT`.execute(database)
  await sql`
    CREATE TABLE shared_drafts (
      send_id INTEGER PRIMARY KEY REFERENCES sends (id) ON DELETE CASCADE,
      -- With every signature that has come back so far: each was checked.
      psbt TEXT NOT NULL
    ) STRICT`.execute(database)
}
