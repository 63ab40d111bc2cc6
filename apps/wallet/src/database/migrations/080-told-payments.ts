import { type Kysely, sql } from 'kysely'

/** The relay's progress in numbered pushes, and the payments reported to it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE relay_stream (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      stream TEXT NOT NULL,
      -- Of the last push that the relay has acknowledged.
      number INTEGER NOT NULL
    ) STRICT`.execute(database)
  await sql`
    CREATE TABLE told_payments (
      txid TEXT PRIMARY KEY,
      -- JSON of what the relay has acknowledged last; empty where it has to be told again.
      said TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`.execute(database)
}
