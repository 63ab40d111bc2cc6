import { type Generated, type Kysely, sql } from 'kysely'

export interface EventViewTables {
  event_views: { id: Generated<number>; pubkey: string; name: string; filter: string }
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
