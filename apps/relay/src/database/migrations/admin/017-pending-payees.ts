import { type Kysely, sql } from 'kysely'

/** Number of payees of a pending payment; its amount is their sum. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE pending_transactions ADD COLUMN payees INTEGER`.execute(database)
}
