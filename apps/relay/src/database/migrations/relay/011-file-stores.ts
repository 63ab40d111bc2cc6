import { type Kysely, sql } from 'kysely'

export interface FileStoreTables {
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
  await run('CREATE INDEX files_by_store ON files (store, hash, bytes)')
  await run('CREATE TABLE file_target (id INTEGER PRIMARY KEY CHECK (id = 1), store INTEGER NOT NULL) STRICT')
}
