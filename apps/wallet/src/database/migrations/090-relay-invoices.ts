import { type Kysely, sql } from 'kysely'

/** Lightning invoices made for the relay, and what the relay knows of them. Amounts in satoshis, times in milliseconds. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE relay_invoices (
      payment_hash TEXT PRIMARY KEY,
      -- The relay's name for it.
      reference TEXT NOT NULL,
      -- The wallet service that made it (public key, hex): another one does not know it.
      service TEXT NOT NULL,
      amount_sats INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('open', 'paid', 'expired')),
      settled_at INTEGER,
      -- Has the relay acknowledged the outcome?
      told INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE INDEX relay_invoices_open ON relay_invoices (created_at) WHERE state = 'open'`.execute(database)
  await sql`
    CREATE INDEX relay_invoices_untold ON relay_invoices (settled_at) WHERE state <> 'open' AND told = 0`.execute(
    database,
  )
}
