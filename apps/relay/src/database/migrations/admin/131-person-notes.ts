import { type Generated, type Kysely, sql } from 'kysely'

export interface PersonNoteTables {
  person_notes: { id: Generated<number>; pubkey: string; text: string; at: number; by: string }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE person_notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    pubkey TEXT NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    by TEXT NOT NULL
  ) STRICT`.execute(database)
  await sql`CREATE INDEX person_notes_of ON person_notes (pubkey, id)`.execute(database)
  await sql`CREATE INDEX audit_log_target ON audit_log (target, id)`.execute(database)
  await sql`CREATE INDEX report_cases_of ON report_cases (pubkey, resolution, reporters)`.execute(database)
  await sql`CREATE INDEX reports_by ON reports (reporter, case_id)`.execute(database)
}
