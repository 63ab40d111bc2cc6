import { type Kysely, sql } from 'kysely'

/** The order in which transactions were recorded: clocks can go backwards. Rows always had ids in this order. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE transactions ADD COLUMN seq INTEGER NOT NULL DEFAULT 0`.execute(database)
  await sql`UPDATE transactions SET seq = rowid`.execute(database)
  await sql`CREATE INDEX transactions_seq ON transactions (seq)`.execute(database)
}
