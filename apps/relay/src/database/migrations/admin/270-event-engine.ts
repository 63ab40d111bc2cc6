import { type Kysely, sql } from 'kysely'

export interface EventEngineTables {
  /** Where the events are, once they have been moved; no row: where the environment says. */
  event_engine: {
    id: 1
    engine: 'embedded' | 'postgres'
    /** Sealed address of the database, which contains a password. */
    address: string | null
    /** What the database has too, so that nobody's else events are taken for copies of these. */
    owner: string
    /** Milliseconds. */
    since: number
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE event_engine (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      engine TEXT NOT NULL CHECK (engine IN ('embedded', 'postgres')),
      address TEXT,
      owner TEXT NOT NULL,
      since INTEGER NOT NULL
    ) STRICT`.execute(database)
}
