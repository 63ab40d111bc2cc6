import { type Kysely, sql } from 'kysely'

/**
 * Coins from before the blocks of a pruned node: their transaction is known by its outputs of ours alone (raw is empty).
 * And lines of the history that are no more, so that the relay hears that they are not.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  // 1: the chain no longer leaves it unspent, and who has spent it is not known.
  await sql`ALTER TABLE outputs ADD COLUMN gone INTEGER NOT NULL DEFAULT 0`.execute(database)
  await sql`
    CREATE TABLE removed_lines (
      txid TEXT NOT NULL,
      vout INTEGER NOT NULL,
      PRIMARY KEY (txid, vout)
    ) STRICT, WITHOUT ROWID`.execute(database)
}
