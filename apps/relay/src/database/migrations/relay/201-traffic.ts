import { type Kysely, sql } from 'kysely'

/** The traffic history of a relay with a standby; otherwise in a file of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE traffic_minutes (
      minute INTEGER PRIMARY KEY,
      accepted INTEGER NOT NULL,
      refused INTEGER NOT NULL,
      connections INTEGER NOT NULL
    ) STRICT`.execute(db)
  await sql`
    CREATE TABLE traffic_spans (
      seconds INTEGER NOT NULL,
      start INTEGER NOT NULL,
      accepted INTEGER NOT NULL,
      refused INTEGER NOT NULL,
      connections INTEGER NOT NULL,
      notes INTEGER,
      media INTEGER,
      PRIMARY KEY (seconds, start)
    ) STRICT, WITHOUT ROWID`.execute(db)
  // A key that SQLite's sessions can name; it is the row id.
  await sql`
    CREATE TABLE traffic_marks (
      id INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      what TEXT NOT NULL,
      detail TEXT NOT NULL
    ) STRICT`.execute(db)
}
