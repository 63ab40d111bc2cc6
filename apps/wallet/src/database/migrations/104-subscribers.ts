import { type Kysely, sql } from 'kysely'

/** Subscribers' own account, derived at the next unlock; which key has which address; how far a restore searches. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE wallet ADD COLUMN subscribers_xpub TEXT`.execute(database)
  await sql`ALTER TABLE wallet ADD COLUMN widest_gap INTEGER NOT NULL DEFAULT 0`.execute(database)
  // 0 if a search that found nothing was not accepted as complete.
  await sql`ALTER TABLE wallet ADD COLUMN search_accepted INTEGER NOT NULL DEFAULT 1`.execute(database)
  await sql`ALTER TABLE addresses ADD COLUMN holder TEXT`.execute(database)
  await sql`ALTER TABLE addresses ADD COLUMN given_at INTEGER`.execute(database)
  await sql`CREATE UNIQUE INDEX addresses_holder ON addresses (holder) WHERE holder IS NOT NULL`.execute(database)
  // Earlier runs that later payments ended are lost; those between the paid addresses and after the last are not.
  await sql`
    UPDATE wallet SET widest_gap = ifnull((
      SELECT max(idx - before) FROM (
        SELECT idx, lag(idx, 1, -1) OVER (ORDER BY idx) AS before FROM (
          SELECT idx FROM addresses WHERE branch = 0 AND used = 1
          UNION SELECT max(idx) FROM addresses WHERE branch = 0 AND (used = 1 OR purpose IS NOT NULL)
        ) WHERE idx IS NOT NULL
      )), 0)`.execute(database)
}
