import { type Kysely, sql } from 'kysely'

export interface CopyScheduleTables {
  copy_schedules: { id: number; plan: string; every: string; next_at: number; last: number; by: string | null }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE copy_schedules (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    plan TEXT NOT NULL,
    every TEXT NOT NULL,
    next_at INTEGER NOT NULL,
    last INTEGER NOT NULL,
    by TEXT
  ) STRICT`.execute(db)
}
