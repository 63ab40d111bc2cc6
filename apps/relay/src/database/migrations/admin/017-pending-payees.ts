import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE pending_transactions ADD COLUMN payees INTEGER`.execute(database)
}
