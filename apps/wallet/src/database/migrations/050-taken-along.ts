import { type Kysely, sql } from 'kysely'

/** Payments that a replacement also replaces without spending their coins: they were built on what it replaces. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE taken_along (
      txid TEXT NOT NULL,
      -- The replacement.
      by_txid TEXT NOT NULL,
      -- 1: it pays whom this one paid, so that this one stands again when something else has its place. 0: it was cancelled.
      pays_again INTEGER NOT NULL,
      PRIMARY KEY (txid, by_txid)
    ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE INDEX taken_along_by ON taken_along (by_txid)`.execute(database)
}
