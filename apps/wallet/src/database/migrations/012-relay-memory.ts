import { type Kysely, sql } from 'kysely'

/** What the relay last reported to know of this wallet. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE relay_memory (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      wallet_name TEXT NOT NULL,
      run TEXT NOT NULL,
      -- The last receiving address that it knows.
      address_index INTEGER,
      address TEXT
    ) STRICT`.execute(database)
}
