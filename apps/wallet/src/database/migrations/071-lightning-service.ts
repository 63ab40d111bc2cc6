import { type Kysely, sql } from 'kysely'

/** The wallet service that was asked to pay (public key, hex): another's report is not an answer. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE lightning_payments ADD COLUMN service TEXT NOT NULL DEFAULT ''`.execute(database)
  await sql`
    UPDATE lightning_payments
    SET service = ifnull((SELECT service FROM lightning_connection WHERE id = 1), '')`.execute(database)
}
