import { type Kysely, sql } from 'kysely'

/** What the chain reported, and our coins. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE transactions (
      txid TEXT PRIMARY KEY,
      raw TEXT NOT NULL,
      vsize INTEGER NOT NULL,
      -- Known where every input is ours.
      fee_sats INTEGER,
      -- recorded (ours, not in a mempool that we know of), mempool, confirmed, replaced, dropped
      state TEXT NOT NULL,
      block_hash TEXT,
      block_height INTEGER,
      -- Milliseconds: of the block.
      block_time INTEGER,
      -- Milliseconds: of first sight.
      seen_at INTEGER NOT NULL,
      replaced_by TEXT,
      is_coinbase INTEGER NOT NULL
    ) STRICT`.execute(database)
  await sql`CREATE INDEX transactions_height ON transactions (block_height)`.execute(database)
  await sql`CREATE INDEX transactions_unsettled ON transactions (state) WHERE state <> 'confirmed'`.execute(database)
  await sql`
    CREATE TABLE inputs (
      txid TEXT NOT NULL,
      position INTEGER NOT NULL,
      prev_txid TEXT NOT NULL,
      prev_vout INTEGER NOT NULL,
      PRIMARY KEY (txid, position)
    ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE INDEX inputs_prev ON inputs (prev_txid, prev_vout)`.execute(database)
  await sql`
    CREATE TABLE outputs (
      txid TEXT NOT NULL,
      vout INTEGER NOT NULL,
      value_sats INTEGER NOT NULL,
      branch INTEGER NOT NULL,
      idx INTEGER NOT NULL,
      -- The transaction that counts as spending it; NULL = a coin, if its own transaction counts.
      spent_by TEXT,
      PRIMARY KEY (txid, vout)
    ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE INDEX outputs_unspent ON outputs (txid) WHERE spent_by IS NULL`.execute(database)
  await sql`
    CREATE TABLE history (
      id INTEGER PRIMARY KEY,
      txid TEXT NOT NULL,
      vout INTEGER NOT NULL,
      output TEXT NOT NULL,
      value_sats INTEGER NOT NULL,
      fee_sats INTEGER,
      UNIQUE (txid, vout)
    ) STRICT`.execute(database)
  await sql`
    CREATE TABLE labels (
      type TEXT NOT NULL,
      ref TEXT NOT NULL,
      label TEXT NOT NULL,
      PRIMARY KEY (type, ref)
    ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`
    CREATE TABLE chain_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      -- Where the source goes on; its own business.
      cursor TEXT,
      source TEXT,
      tip_height INTEGER,
      tip_hash TEXT
    ) STRICT`.execute(database)
  await sql`INSERT INTO chain_state (id) VALUES (1)`.execute(database)
}
