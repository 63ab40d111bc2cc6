import { type Kysely, sql } from 'kysely'

/** Whether the words of a wallet created here still have to be checked. Of earlier wallets nobody knows. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE wallet ADD COLUMN words_unchecked INTEGER NOT NULL DEFAULT 0`.execute(database)
}
