import { type Kysely, sql } from 'kysely'

/** Marks addresses made for the relay itself. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE wallet_addresses ADD COLUMN for_relay INTEGER NOT NULL DEFAULT 0`.execute(database)
}
