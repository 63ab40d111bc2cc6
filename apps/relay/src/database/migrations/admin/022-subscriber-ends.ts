import { type Kysely, sql } from 'kysely'

/** Indexes that hold all that counting by end and tier reads, and the period of what was earned. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`DROP INDEX subscribers_expiry`.execute(database)
  await sql`DROP INDEX subscribers_tier`.execute(database)
  await sql`CREATE INDEX subscribers_ends ON subscribers (expires_at, pubkey, tier)`.execute(database)
  await sql`DROP INDEX subscription_coins_date`.execute(database)
  await sql`CREATE INDEX subscription_coins_date ON subscription_coins (state, date, id)`.execute(database)
}
