import { type Kysely, sql } from 'kysely'

/** Which addresses the wallet has made for the relay's own use. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE wallet_addresses ADD COLUMN for_relay INTEGER NOT NULL DEFAULT 0`.execute(database)
}
