import { type Kysely, sql } from 'kysely'

export interface PrintMethodColumns {
  /** The way in which it was made; 0 = older than this column. */
  method: number
}

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['file_prints', 'ban_prints'])
    await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN method INTEGER NOT NULL DEFAULT 0`.execute(db)
}
