import { type Kysely, sql } from 'kysely'

/** Index of the relay's unpaid addresses, which are counted at every report of the wallet. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE INDEX wallet_addresses_own ON wallet_addresses (wallet) WHERE for_relay = 1 AND used = 0`.execute(
    database,
  )
}
