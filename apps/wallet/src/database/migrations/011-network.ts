import { type Kysely, sql } from 'kysely'

/** Older wallets get several names, separated by spaces: keys and addresses do not tell; the next start decides. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE wallet ADD COLUMN networks TEXT NOT NULL DEFAULT 'testnet4 signet regtest'`.execute(database)
  await sql`
    UPDATE wallet SET networks = CASE
      WHEN xpub LIKE 'xpub%' THEN 'mainnet'
      WHEN EXISTS (SELECT 1 FROM addresses WHERE address LIKE 'bcrt1%') THEN 'regtest'
      WHEN EXISTS (SELECT 1 FROM addresses WHERE address LIKE 'tb1%') THEN 'testnet4 signet'
      ELSE networks END`.execute(database)
}
