import { type Kysely, sql } from 'kysely'

export interface OutsideTables {
  /** Where reports of monitors are read (NIP-66). */
  outside_relays: { url: string; position: number }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE outside_relays (url TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT, WITHOUT ROWID`.execute(
    database,
  )
}
