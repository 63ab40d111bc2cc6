import { type Kysely, sql } from 'kysely'

/** Coins from before a pruned node's blocks (their raw is empty), and removed history lines, for the relay. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // 1: the chain no longer has it unspent, and the spender is unknown.
  await sql`ALTER TABLE outputs ADD COLUMN gone INTEGER NOT NULL DEFAULT 0`.execute(database)
  await sql`
    CREATE TABLE removed_lines (
      txid TEXT NOT NULL,
      vout INTEGER NOT NULL,
      PRIMARY KEY (txid, vout)
    ) STRICT, WITHOUT ROWID`.execute(database)
}
