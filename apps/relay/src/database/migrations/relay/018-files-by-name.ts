import { type Kysely, sql } from 'kysely'

/** Lists by name: without it, each page sorted the names of all files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = 'trashed, folded, hash, mime, bytes, received_at'
  await sql.raw(`CREATE INDEX files_by_name ON files (${columns})`).execute(db)
}
