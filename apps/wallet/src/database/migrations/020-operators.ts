import { type Kysely, sql } from 'kysely'

/** `operators` now holds those pinned here; the relay's report is apart. An existing wallet keeps its operators. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE told_owners (position INTEGER PRIMARY KEY, pubkey TEXT NOT NULL) STRICT`.execute(database)
  await sql`
    CREATE TABLE operator_changes (
      pubkey TEXT PRIMARY KEY,
      action TEXT NOT NULL,
      asked_at INTEGER NOT NULL,
      due_at INTEGER NOT NULL,
      -- NULL for the command line.
      asked_by TEXT
    ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`INSERT INTO told_owners (pubkey) SELECT pubkey FROM operators`.execute(database)
  await sql`DELETE FROM operators WHERE NOT EXISTS (SELECT 1 FROM wallet)`.execute(database)
}
