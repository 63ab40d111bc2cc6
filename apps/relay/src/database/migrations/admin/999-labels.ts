import { type Kysely, sql } from 'kysely'

export interface LabelTables {
  label_notifications: { id: number; pubkey: string; label: string; is_read: 0 | 1 }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE label_notifications (
    id INTEGER PRIMARY KEY,
    pubkey TEXT NOT NULL,
    label TEXT NOT NULL,
    is_read INTEGER NOT NULL DEFAULT 0
  ) STRICT`.execute(database)
}
