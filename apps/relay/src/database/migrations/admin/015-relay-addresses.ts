import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE wallet_addresses ADD COLUMN for_relay INTEGER NOT NULL DEFAULT 0`.execute(database)
}
