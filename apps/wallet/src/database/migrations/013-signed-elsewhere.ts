import { type Kysely, sql } from 'kysely'

/** Which payments are signed elsewhere: their signers can send them whatever this wallet says. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sends ADD COLUMN signed_elsewhere INTEGER NOT NULL DEFAULT 0`.execute(database)
  await sql`UPDATE sends SET signed_elsewhere = 1 WHERE raw IS NULL AND txid <> ''`.execute(database)
  // After an hour they were called failed; now they may come back as long as their coins are free.
  await sql`
    UPDATE sends SET state = 'draft', refusal = NULL
    WHERE state = 'failed' AND refusal LIKE '%given out to be signed more than an hour ago%'`.execute(database)
}
