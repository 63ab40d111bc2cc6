import { type Kysely, sql } from 'kysely'

/** `next_notice_at`: when an end needs the next notice or action, milliseconds; null for none. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`DROP INDEX subscribers_due`.execute(database)
  await sql`ALTER TABLE subscribers ADD COLUMN next_notice_at INTEGER`.execute(database)
  await sql`UPDATE subscribers SET next_notice_at = 0 WHERE expires_at IS NOT NULL`.execute(database)
  await sql`CREATE INDEX subscribers_due ON subscribers (next_notice_at) WHERE next_notice_at IS NOT NULL`.execute(
    database,
  )
}
