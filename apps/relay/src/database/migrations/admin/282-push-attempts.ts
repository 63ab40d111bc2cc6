import { type Kysely, sql } from 'kysely'

export interface PushAttempts {
  /** Of the push with this number that was taken last; 0 of wallets that count none. */
  attempt: number
}

export async function up(database: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE wallet_sequences ADD COLUMN attempt INTEGER NOT NULL DEFAULT 0`.execute(database)
}
