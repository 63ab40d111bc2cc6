import { type Kysely, sql } from 'kysely'

/** Colours of banned images, in which logos of the same shape differ. Missing ones are added in the background. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE ban_fines ADD COLUMN tint BLOB').execute(db)
}
