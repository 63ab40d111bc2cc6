import { type Kysely, sql } from 'kysely'

/** Whom a payment to many pays. `sends` has their sum and the first of them; a payment to one has no row here. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE send_payees (
      send_id INTEGER NOT NULL REFERENCES sends (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      recipient TEXT NOT NULL,
      amount_sats INTEGER NOT NULL,
      PRIMARY KEY (send_id, position)
    ) STRICT, WITHOUT ROWID`.execute(database)
  // What is asked for a payment just like it reads no older ones.
  await sql`CREATE INDEX sends_made ON sends (created_at) WHERE choice IN (1, 5)`.execute(database)
}
