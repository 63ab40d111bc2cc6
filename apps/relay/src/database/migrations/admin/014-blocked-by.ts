import { type Kysely, sql } from 'kysely'

export interface BlockExtras {
  /** Public key of the admin who blocked, hex; null of blocks that are older than this column. */
  blocked_by: string | null
}

/** Who has blocked a key. Of older blocks only the audit log can say. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE blocked_pubkeys ADD COLUMN blocked_by TEXT`.execute(database)
}
