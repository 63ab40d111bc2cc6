import { type Kysely, sql } from 'kysely'

export interface ZapTables {
  /** While zaps count: since when, milliseconds. One row or none. */
  subscription_zaps: { id: 1; since: number }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE subscription_zaps (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    since INTEGER NOT NULL
  ) STRICT`.execute(database)
}
