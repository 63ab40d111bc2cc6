import { type Kysely, sql } from 'kysely'

export interface SecretAgeTables {
  /** When each secret was first seen as it is, by its digest. */
  secret_ages: { what: string; digest: string; since: number; is_older: number }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE secret_ages (
    what TEXT PRIMARY KEY,
    digest TEXT NOT NULL,
    since INTEGER NOT NULL,
    is_older INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`.execute(database)
}
