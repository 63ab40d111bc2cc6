import { type Kysely, sql } from 'kysely'

/** The last trusted fee rates, for comparison. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE fee_memory (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      -- Satoshis per virtual byte.
      low REAL NOT NULL,
      med REAL NOT NULL,
      high REAL NOT NULL,
      believed_at INTEGER NOT NULL
    ) STRICT`.execute(database)
}
