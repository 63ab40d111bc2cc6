import { type Kysely, sql } from 'kysely'

/** The language in which a subscriber last opened the page of subscriptions; empty if never. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE subscribers ADD COLUMN language TEXT NOT NULL DEFAULT ''`.execute(database)
}
