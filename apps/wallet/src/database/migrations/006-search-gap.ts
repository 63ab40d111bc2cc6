import { type Kysely, sql } from 'kysely'

/** What a pruned node could not search at the restore: JSON of a SearchGap. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE chain_state ADD COLUMN gap TEXT`.execute(database)
}
