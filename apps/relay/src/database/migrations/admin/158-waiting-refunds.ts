import { type Kysely, sql } from 'kysely'

/** The newest refunds are found without reading every entry. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE INDEX subscription_entries_refunds ON subscription_entries (id) WHERE kind = 'refund'`.execute(
    database,
  )
}
