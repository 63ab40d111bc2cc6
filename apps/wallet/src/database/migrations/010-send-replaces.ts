import { type Kysely, sql } from 'kysely'

/** Queried for each waiting payment in each round: whether another took its place. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX sends_replaces ON sends (replaces) WHERE replaces IS NOT NULL`.execute(database)
}
