import { type Kysely, sql } from 'kysely'

export interface EventMoveTables {
  /** The last move of the events that was begun in the console. */
  event_engine_move: {
    id: 1
    /** Where to. */
    engine: 'embedded' | 'postgres'
    /** Sealed address of the database, to or from which they move. */
    address: string
    state: 'copying' | 'copied' | 'failed' | 'switching' | 'moved' | 'stayed'
    /** Milliseconds. */
    began_at: number
    ended_at: number | null
    /** Compared at the switch. */
    events: number | null
    error: string | null
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE event_engine_move (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      engine TEXT NOT NULL CHECK (engine IN ('embedded', 'postgres')),
      address TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('copying', 'copied', 'failed', 'switching', 'moved', 'stayed')),
      began_at INTEGER NOT NULL,
      ended_at INTEGER,
      events INTEGER,
      error TEXT
    ) STRICT`.execute(database)
}
