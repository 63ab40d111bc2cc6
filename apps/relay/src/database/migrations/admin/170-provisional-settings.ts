import { type Kysely, sql } from 'kysely'

export interface ProvisionalTables {
  /** At most one row. */
  provisional_settings: {
    id: number
    section: string
    /** The newest entry of the audit log when it began. */
    since_entry: number
    /** Whose next save it is, hex. */
    by: string | null
    /** Milliseconds; null: it counts from the next start. */
    ends_at: number | null
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE provisional_settings (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    section TEXT NOT NULL,
    since_entry INTEGER NOT NULL,
    by TEXT,
    ends_at INTEGER
  ) STRICT`.execute(database)
}
