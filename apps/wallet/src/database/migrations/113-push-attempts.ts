import { type Kysely, sql } from 'kysely'

/** How often the next push was sent. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE relay_stream ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0`.execute(database)
}
