import { type Kysely, sql } from 'kysely'

export interface FirstStepTables {
  /** Steps whose fact can pass, seen once. `at`: milliseconds. */
  first_steps: { what: string; at: number }
  first_steps_hidden: { account_id: string }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE first_steps (what TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID`.execute(
    database,
  )
  await sql`CREATE TABLE first_steps_hidden (
    account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`.execute(database)
}
