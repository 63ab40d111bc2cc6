import { type Kysely, sql } from 'kysely'

/** Planning a payment reads coins by value: the largest, and those near the amount. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX outputs_value ON outputs (value_sats) WHERE spent_by IS NULL`.execute(database)
}
