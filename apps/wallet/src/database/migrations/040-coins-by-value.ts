import { type Kysely, sql } from 'kysely'

/**
 * Planning a payment reads coins by value: the largest, and those near the amount. `spent_by` is included so that sums
 * read only the index.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX outputs_value ON outputs (value_sats, spent_by) WHERE spent_by IS NULL`.execute(database)
}
