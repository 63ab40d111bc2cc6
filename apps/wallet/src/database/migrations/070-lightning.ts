import { type Kysely, sql } from 'kysely'

/** The connected Lightning node (NIP-47) and its payments. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE lightning_connection (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      service TEXT NOT NULL,
      relay_url TEXT NOT NULL,
      -- By the side key of the wallet.
      sealed TEXT NOT NULL,
      connected_at INTEGER NOT NULL
    ) STRICT`.execute(database)
  await sql`
    CREATE TABLE lightning_payments (
      id INTEGER PRIMARY KEY,
      idempotency_key TEXT UNIQUE,
      request_hash TEXT NOT NULL,
      payment_hash TEXT NOT NULL,
      invoice TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('unknown', 'paid', 'failed')),
      amount_sats INTEGER NOT NULL,
      fee_sats INTEGER,
      -- Amount and fee, or what is kept ready for the fee while nobody knows it.
      outflow_sats INTEGER NOT NULL,
      -- JSON of what is said of it.
      said TEXT,
      -- Milliseconds; from then on the node does not take the request up any more.
      deadline INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT`.execute(database)
  // One payment per invoice counts, however many were tried.
  await sql`
    CREATE UNIQUE INDEX lightning_payments_standing ON lightning_payments (payment_hash)
    WHERE state IN ('unknown', 'paid')`.execute(database)
  await sql`CREATE INDEX lightning_payments_created ON lightning_payments (created_at)`.execute(database)
}
