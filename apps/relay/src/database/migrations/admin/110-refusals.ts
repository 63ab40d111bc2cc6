import { type Kysely, sql } from 'kysely'

export interface RefusalTables {
  refusals: {
    id: number
    /** Milliseconds. */
    at: number
    what: string
    cause: string
    rule: string | null
    /** Lower-case hex. */
    pubkey: string | null
    kind: number | null
    bytes: number | null
    address: string | null
    text: string
  }
  refusal_counts: {
    /** Milliseconds; the beginning of an hour (UTC). */
    hour: number
    cause: string
    refused: number
    /** Of these, how many have no line. */
    unlisted: number
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  // Ids are never used again: pages continue at them.
  await sql`CREATE TABLE refusals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    what TEXT NOT NULL,
    cause TEXT NOT NULL,
    rule TEXT,
    pubkey TEXT,
    kind INTEGER,
    bytes INTEGER,
    address TEXT,
    text TEXT NOT NULL
  ) STRICT`.execute(database)
  await sql`CREATE TABLE refusal_counts (
    hour INTEGER NOT NULL,
    cause TEXT NOT NULL,
    refused INTEGER NOT NULL,
    unlisted INTEGER NOT NULL,
    PRIMARY KEY (hour, cause)
  ) STRICT, WITHOUT ROWID`.execute(database)
}
