import { type Kysely, sql } from 'kysely'

/** Operators, audit log, and what the relay has not received yet. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE operators (pubkey TEXT PRIMARY KEY) STRICT, WITHOUT ROWID`.execute(database)
  await sql`
    CREATE TABLE used_signatures (
      signature TEXT PRIMARY KEY,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`
    CREATE TABLE audit_log (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      actor TEXT,
      action TEXT NOT NULL,
      detail TEXT NOT NULL,
      address TEXT,
      outcome TEXT NOT NULL
    ) STRICT`.execute(database)
  await sql`
    CREATE TABLE outbox (
      kind TEXT NOT NULL,
      -- txid, address index, or empty for the balance
      key TEXT NOT NULL,
      -- Changes with every change, so that an acknowledged push takes away only what it carried.
      revision INTEGER NOT NULL,
      PRIMARY KEY (kind, key)
    ) STRICT, WITHOUT ROWID`.execute(database)
}
