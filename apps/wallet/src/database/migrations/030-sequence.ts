import { type Kysely, sql } from 'kysely'

/** In which order transactions were written down: a clock may go backwards. Rows have always been numbered in that order. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE transactions ADD COLUMN seq INTEGER NOT NULL DEFAULT 0`.execute(database)
  await sql`UPDATE transactions SET seq = rowid`.execute(database)
  await sql`CREATE INDEX transactions_seq ON transactions (seq)`.execute(database)
}
