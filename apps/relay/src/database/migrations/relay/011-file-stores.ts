import { type Kysely, sql } from 'kysely'

/** In which store each file is, what a check of the stores found, and how full the disk was each day. */
export interface FileStoreTables {
  /** Added to `files` (002). */
  file_store_columns: {
    /** 0: this disk, 1: S3. */
    store: number
  }
  /** One row: the store for new files. */
  file_target: { id: number; store: number }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('ALTER TABLE files ADD COLUMN store INTEGER NOT NULL DEFAULT 0')
  // For totals by store, and for the files that a move still has to take.
  await run('CREATE INDEX files_by_store ON files (store, hash, bytes)')
  await run('CREATE TABLE file_target (id INTEGER PRIMARY KEY CHECK (id = 1), store INTEGER NOT NULL) STRICT')
}
