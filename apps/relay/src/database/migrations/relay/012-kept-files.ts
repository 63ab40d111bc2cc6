import { type Kysely, sql } from 'kysely'

/** Files that stay although their days are over, or although nobody owns them. */
export interface KeptFileTables {
  /** `until`: Unix seconds, when to look again; null: an admin restored it, so it stays. */
  file_spared: { hash: string; until: number | null }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE file_spared (
    hash TEXT PRIMARY KEY REFERENCES files (hash) ON DELETE CASCADE, until INTEGER) STRICT, WITHOUT ROWID`.execute(db)
  await sql`CREATE INDEX files_without_owner ON files (hash) WHERE owner = ''`.execute(db)
}
