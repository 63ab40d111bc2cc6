import { type Kysely, sql } from 'kysely'

/** Limits that a purchase came with, and those of the running ones; empty for none (`gives.ts`). */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE subscription_entries ADD COLUMN gives TEXT NOT NULL DEFAULT ''`.execute(database)
  await sql`ALTER TABLE subscribers ADD COLUMN gives TEXT NOT NULL DEFAULT ''`.execute(database)
}
