import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE wallet_transactions ADD COLUMN origin_unknown INTEGER NOT NULL DEFAULT 0`.execute(database)
  await sql`ALTER TABLE wallet_transactions ADD COLUMN helped_by TEXT`.execute(database)
  await sql`ALTER TABLE wallet_transactions ADD COLUMN package_rate REAL`.execute(database)
}
