import { type Kysely, sql } from 'kysely'

/** Change addresses reserved for payments signed elsewhere, and whether a restored wallet was searched. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Milliseconds.
  await sql`ALTER TABLE addresses ADD COLUMN held_until INTEGER`.execute(database)
  // Unknown which are in use: none of them is taken for an hour.
  await sql`
    UPDATE addresses SET held_until = (unixepoch() + 3600) * 1000
    WHERE branch = 1 AND purpose IS NOT NULL AND used = 0`.execute(database)
  await sql`CREATE INDEX outputs_address ON outputs (branch, idx)`.execute(database)
  // 1: the chain was read to its end since the words were entered.
  await sql`ALTER TABLE wallet ADD COLUMN searched INTEGER NOT NULL DEFAULT 0`.execute(database)
  await sql`
    UPDATE wallet SET searched = 1
    WHERE restored = 0 OR EXISTS (SELECT 1 FROM chain_state WHERE cursor IS NOT NULL)`.execute(database)
}
