import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE wallet_addresses ADD COLUMN label TEXT`.execute(database)
}
