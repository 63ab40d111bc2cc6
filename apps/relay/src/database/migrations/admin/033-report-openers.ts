import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE INDEX report_cases_opener ON report_cases (reporter) WHERE is_read = 0`.execute(database)
}
