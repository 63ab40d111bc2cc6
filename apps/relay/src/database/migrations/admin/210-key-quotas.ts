import { type Kysely, sql } from 'kysely'

export interface KeyQuotaTables {
  /** Bytes; null: as for everybody. */
  key_quotas: { pubkey: string; events_day: number | null; files_day: number | null; files_total: number | null }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE key_quotas (
    pubkey TEXT PRIMARY KEY,
    events_day INTEGER,
    files_day INTEGER,
    files_total INTEGER
  ) STRICT, WITHOUT ROWID`.execute(database)
}
