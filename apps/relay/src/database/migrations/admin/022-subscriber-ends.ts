import { type Kysely, sql } from 'kysely'

/** One index that holds all that counting by end and by tier reads. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`DROP INDEX subscribers_expiry`.execute(database)
  await sql`DROP INDEX subscribers_tier`.execute(database)
  await sql`CREATE INDEX subscribers_ends ON subscribers (expires_at, pubkey, tier)`.execute(database)
}
