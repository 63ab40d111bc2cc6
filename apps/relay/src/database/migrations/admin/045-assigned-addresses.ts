import { type Kysely, sql } from 'kysely'

export interface AssignedTables {
  assigned_addresses: { address: string; pubkey: string }
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE TABLE assigned_addresses (
    address TEXT PRIMARY KEY,
    pubkey TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`CREATE INDEX wallet_transactions_received ON wallet_transactions (output)
    WHERE value_sats > 0`.execute(database)
}
