import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE subscribers ADD COLUMN language TEXT NOT NULL DEFAULT ''`.execute(database)
}
