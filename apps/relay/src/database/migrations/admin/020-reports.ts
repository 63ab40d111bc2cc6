import { type Generated, type Kysely, sql } from 'kysely'

export interface ReportTables {
  report_cases: {
    id: Generated<number>
    /** Id of the event, or `key:` and the public key if the key itself is reported, or `file:` and the hash. */
    target: string
    /** Empty for a file whose first report names nobody. */
    pubkey: string
    /** The one that most reporters chose. */
    type: string
    reporter: string
    reporters: number
    created_at: number
    updated_at: number
    is_read: number
    resolution: string | null
  }
  reports: { case_id: number; reporter: string; type: string; event_id: string }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE report_cases (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    target TEXT NOT NULL UNIQUE,
    pubkey TEXT NOT NULL,
    type TEXT NOT NULL,
    content TEXT NOT NULL,
    reporter TEXT NOT NULL,
    reporters INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    is_read INTEGER NOT NULL,
    resolution TEXT
  ) STRICT`.execute(database)
  await sql`CREATE INDEX report_cases_most ON report_cases (reporters, updated_at, id)`.execute(database)
  await sql`CREATE INDEX report_cases_unread ON report_cases (reporters, updated_at, id) WHERE is_read = 0`.execute(
    database,
  )
  await sql`CREATE TABLE reports (
    case_id INTEGER NOT NULL REFERENCES report_cases (id) ON DELETE CASCADE,
    reporter TEXT NOT NULL,
    type TEXT NOT NULL,
    event_id TEXT NOT NULL,
    PRIMARY KEY (case_id, reporter)
  ) STRICT, WITHOUT ROWID`.execute(database)
}
