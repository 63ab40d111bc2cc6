import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE ban_fines ADD COLUMN tint BLOB').execute(db)
}
