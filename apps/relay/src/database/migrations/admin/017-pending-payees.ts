import { type Kysely, sql } from 'kysely'

/** How many a payment on its way pays, where they are several; what it has as amount is their sum. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE pending_transactions ADD COLUMN payees INTEGER`.execute(database)
}
