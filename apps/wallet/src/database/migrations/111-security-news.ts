import { type Kysely, sql } from 'kysely'

/** What one owner did that the relay has not yet told the others. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE security_news (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      what TEXT NOT NULL,
      -- Hex; null for the command line.
      by_pubkey TEXT,
      at INTEGER NOT NULL
    ) STRICT`.execute(database)
}
