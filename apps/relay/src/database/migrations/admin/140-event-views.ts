import { type Generated, type Kysely, sql } from 'kysely'

/** Filters of stored events that an admin has saved. */
export interface EventViewTables {
  event_views: {
    id: Generated<number>
    /** Of the admin. */
    pubkey: string
    name: string
    /** JSON. */
    filter: string
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE event_views (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    pubkey TEXT NOT NULL,
    name TEXT NOT NULL,
    filter TEXT NOT NULL,
    UNIQUE (pubkey, name)
  ) STRICT`.execute(database)
}
