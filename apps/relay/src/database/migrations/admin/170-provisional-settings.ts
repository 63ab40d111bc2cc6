import { type Kysely, sql } from 'kysely'

export interface ProvisionalTables {
  provisional_settings: { id: number; section: string; since_entry: number; by: string | null; ends_at: number | null }
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
