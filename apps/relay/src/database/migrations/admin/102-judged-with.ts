import { type Kysely, sql } from 'kysely'

/** With which mode and threshold a verdict was given; null where a person decided. Beside JudgeTables. */
export interface JudgedWithColumns {
  mode: 'basic' | 'strict' | 'full' | null
  threshold: number | null
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE judged_media ADD COLUMN mode TEXT`.execute(database)
  await sql`ALTER TABLE judged_media ADD COLUMN threshold REAL`.execute(database)
  await sql`CREATE INDEX judged_media_recent ON judged_media (judged_at) WHERE judged_at IS NOT NULL`.execute(database)
}
