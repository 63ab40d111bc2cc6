import { type Kysely, sql } from 'kysely'

export interface EventJobTables {
  event_jobs: {
    /** Never given twice: the events' trash is ordered by it. */
    id: number
    action: string
    selection: string
    state: string
    events: number
    done: number
    refused: number
    /** Of a deletion: how many of its events were taken out of the trash. */
    taken_back: number
    /** Unix seconds. */
    began_at: number
    ended_at: number | null
    by: string | null
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE event_jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    action TEXT NOT NULL,
    selection TEXT NOT NULL,
    state TEXT NOT NULL,
    events INTEGER NOT NULL,
    done INTEGER NOT NULL DEFAULT 0,
    refused INTEGER NOT NULL DEFAULT 0,
    taken_back INTEGER NOT NULL DEFAULT 0,
    began_at INTEGER NOT NULL,
    ended_at INTEGER,
    by TEXT
  ) STRICT`.execute(db)
  await sql`CREATE INDEX event_jobs_running ON event_jobs (state, id)`.execute(db)
}
