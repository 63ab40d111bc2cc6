import { type Kysely, sql } from 'kysely'

/** Finds what became of a payment by the intention behind it. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE INDEX pending_transactions_intention ON pending_transactions (intention)
    WHERE intention IS NOT NULL`.execute(database)
}
