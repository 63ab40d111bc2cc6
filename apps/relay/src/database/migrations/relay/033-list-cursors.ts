import { type Kysely, sql } from 'kysely'

/** Where deleted files were in their owners' lists, so that clients can delete while they list (BUD-02). */
export interface ListCursorTables {
  /** `uploaded_at`: Unix seconds. */
  file_cursors: { id: number; hash: string; pubkey: string; uploaded_at: number }
}

/** About 20 MB. The oldest give way. */
const rowsMax = 100_000

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`CREATE TABLE file_cursors (
    id INTEGER PRIMARY KEY, hash TEXT NOT NULL, pubkey TEXT NOT NULL, uploaded_at INTEGER NOT NULL) STRICT`)
  await run('CREATE INDEX file_cursors_by_hash ON file_cursors (hash, pubkey)')
  await run(`CREATE TRIGGER file_cursors_keep AFTER DELETE ON file_owners BEGIN
    INSERT INTO file_cursors (hash, pubkey, uploaded_at) VALUES (OLD.hash, OLD.pubkey, OLD.uploaded_at);
    DELETE FROM file_cursors WHERE id <= (SELECT max(id) FROM file_cursors) - ${rowsMax}; END`)
}
