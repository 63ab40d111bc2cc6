import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE people ADD COLUMN counted_to INTEGER NOT NULL DEFAULT 0`.execute(db)
}
