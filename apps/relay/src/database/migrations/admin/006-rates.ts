import { type Generated, type Kysely, sql } from 'kysely'

export interface RateTables {
  bitcoin_rates: {
    id: Generated<number>
    /** Hours since 1970: one rate per hour, the last one received. */
    hour: number
    /** Milliseconds. */
    at: number
    /** US cents per bitcoin. */
    cents: number
  }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE bitcoin_rates (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hour INTEGER NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    cents INTEGER NOT NULL
  ) STRICT`.execute(database)
}
