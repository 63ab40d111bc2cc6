import { type Kysely, sql } from 'kysely'

export interface BlockExtras {
  /** Public key of the blocking admin, hex; null for blocks older than this column. */
  blocked_by: string | null
}

/** Adds who blocked a key; for older blocks only the audit log knows. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE blocked_pubkeys ADD COLUMN blocked_by TEXT`.execute(database)
}
