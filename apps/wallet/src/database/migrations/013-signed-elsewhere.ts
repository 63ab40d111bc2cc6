import { type Kysely, sql } from 'kysely'

/** Payments signed elsewhere, which their signers can send whatever this wallet says. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sends ADD COLUMN signed_elsewhere INTEGER NOT NULL DEFAULT 0`.execute(database)
  await sql`UPDATE sends SET signed_elsewhere = 1 WHERE raw IS NULL AND txid <> ''`.execute(database)
  // They were marked failed after an hour; now they can come back while their coins are free.
  await sql`
    UPDATE sends SET state = 'draft', refusal = NULL
    WHERE state = 'failed' AND refusal LIKE '%given out to be signed more than an hour ago%'`.execute(database)
}
