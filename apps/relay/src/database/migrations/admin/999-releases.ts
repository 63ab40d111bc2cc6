import { type Generated, type Kysely, sql } from 'kysely'

export interface ReleaseTables {
  release_notifications: { id: Generated<number>; version: string; created_at: number; is_read: number }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE release_notifications (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    version TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    is_read INTEGER NOT NULL
  ) STRICT`.execute(database)
}
