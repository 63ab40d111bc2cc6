import { type Kysely, sql } from 'kysely'

/** Payees of a payment to many. `sends` has their sum and the first payee; a payment to one has no row here. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE send_payees (
      send_id INTEGER NOT NULL REFERENCES sends (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      recipient TEXT NOT NULL,
      amount_sats INTEGER NOT NULL,
      PRIMARY KEY (send_id, position)
    ) STRICT, WITHOUT ROWID`.execute(database)
  // Queries for an identical recent payment skip older ones.
  await sql`CREATE INDEX sends_made ON sends (created_at) WHERE choice IN (1, 5)`.execute(database)
}
