import { type Kysely, sql } from 'kysely'

/** Plans read coins by value. `spent_by` is included so that sums read only the index. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX outputs_value ON outputs (value_sats, spent_by) WHERE spent_by IS NULL`.execute(database)
}
