import { type Kysely, sql } from 'kysely'

/** The chain source that an operator set in the console. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE chain_source (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      kind TEXT NOT NULL,
      -- JSON with address, user and password, encrypted with the server's key: it is needed while the wallet is locked.
      sealed TEXT NOT NULL
    ) STRICT`.execute(database)
}
