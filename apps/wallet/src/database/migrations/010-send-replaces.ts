import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX sends_replaces ON sends (replaces) WHERE replaces IS NOT NULL`.execute(database)
}
