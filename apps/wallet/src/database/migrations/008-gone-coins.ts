import { type Kysely, sql } from 'kysely'

/** Queried in every round: few or none. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX outputs_gone ON outputs (txid) WHERE gone = 1`.execute(database)
}
