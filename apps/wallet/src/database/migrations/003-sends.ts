import { type Kysely, sql } from 'kysely'

/** Intended payments, recorded before they are broadcast. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE sends (
      id INTEGER PRIMARY KEY,
      idempotency_key TEXT UNIQUE,
      -- SHA-256 of what was asked, so that a key is not used for something else.
      request_hash TEXT NOT NULL,
      choice INTEGER NOT NULL,
      -- draft (unsigned PSBT), recorded (signed), sent (the network has it), failed (refused for good)
      state TEXT NOT NULL,
      txid TEXT NOT NULL,
      raw TEXT,
      replaces TEXT,
      amount_sats INTEGER NOT NULL,
      recipient TEXT NOT NULL,
      enable_rbf INTEGER NOT NULL,
      fee_sats INTEGER NOT NULL,
      vsize INTEGER NOT NULL,
      fee_rate REAL NOT NULL,
      -- What a repeated request is answered once the state is failed.
      refusal TEXT,
      created_at INTEGER NOT NULL
    ) STRICT`.execute(database)
  await sql`CREATE INDEX sends_txid ON sends (txid)`.execute(database)
  await sql`CREATE INDEX sends_open ON sends (state) WHERE state IN ('draft', 'recorded')`.execute(database)
  await sql`
    CREATE TABLE coin_locks (
      txid TEXT NOT NULL,
      vout INTEGER NOT NULL,
      -- The draft that keeps it; NULL where its operator does.
      send_id INTEGER REFERENCES sends (id) ON DELETE CASCADE,
      -- Milliseconds; NULL = until it is let go.
      until INTEGER,
      PRIMARY KEY (txid, vout)
    ) STRICT, WITHOUT ROWID`.execute(database)
}
