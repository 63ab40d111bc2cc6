import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<never>): Promise<void> {
  await sql`CREATE INDEX wallet_transactions_output ON wallet_transactions (wallet, output)`.execute(database)
  await sql`CREATE INDEX pending_transactions_recipient ON pending_transactions (recipient_address)`.execute(database)
}
