import { type Kysely, sql } from 'kysely'

/** The account, sealed if it can spend, and its addresses. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE wallet (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      account_type TEXT NOT NULL,
      xpub TEXT NOT NULL,
      fingerprint TEXT,
      path TEXT,
      -- Words and passphrase under the password; NULL for a wallet that only watches.
      sealed TEXT,
      created_at INTEGER NOT NULL,
      -- 1 where the words are older than this file, so that the chain has to be searched for what they own.
      restored INTEGER NOT NULL,
      gap_limit INTEGER NOT NULL
    ) STRICT`.execute(database)
  await sql`
    CREATE TABLE addresses (
      branch INTEGER NOT NULL,
      idx INTEGER NOT NULL,
      address TEXT NOT NULL UNIQUE,
      script TEXT NOT NULL UNIQUE,
      -- NULL until it has been given out; from then on nobody else gets it.
      purpose TEXT,
      used INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (branch, idx)
    ) STRICT, WITHOUT ROWID`.execute(database)
}
