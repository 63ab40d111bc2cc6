import { type Kysely, sql } from 'kysely'

/** Subscribers' addresses are in an account of their own, with indexes of their own. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE wallet_addresses RENAME TO wallet_addresses_before`.execute(database)
  await sql`CREATE TABLE wallet_addresses (
    wallet TEXT NOT NULL,
    -- Empty for the wallet's own account.
    account TEXT NOT NULL,
    idx INTEGER NOT NULL,
    address TEXT NOT NULL,
    used INTEGER NOT NULL,
    label TEXT,
    for_relay INTEGER NOT NULL,
    PRIMARY KEY (wallet, account, idx)
  ) STRICT, WITHOUT ROWID`.execute(database)
  await sql`INSERT INTO wallet_addresses (wallet, account, idx, address, used, label, for_relay)
    SELECT wallet, '', idx, address, used, label, for_relay FROM wallet_addresses_before`.execute(database)
  await sql`DROP TABLE wallet_addresses_before`.execute(database)
}
