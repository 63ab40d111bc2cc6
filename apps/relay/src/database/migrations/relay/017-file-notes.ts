import { type Kysely, sql } from 'kysely'

export interface FileNoteTables {
  file_notes: {
    hash: string
    original: string
    description: string
    /** The last note; null until there is one, and after it was taken back. */
    event_id: string | null
    /** Unix seconds: the last note's `created_at`. */
    said_at: number
    said_as: string
    /** Changes of the file since the note was last checked; 0 = it is as it must be. */
    due: number
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  // Outlives its file, so that the note of a deleted file is taken back even after a crash.
  await run(`CREATE TABLE file_notes (
    hash TEXT PRIMARY KEY, original TEXT NOT NULL, description TEXT NOT NULL, event_id TEXT,
    said_at INTEGER NOT NULL DEFAULT 0, said_as TEXT NOT NULL DEFAULT '', due INTEGER NOT NULL DEFAULT 1
  ) STRICT, WITHOUT ROWID`)
  await run('CREATE INDEX file_notes_due ON file_notes (hash) WHERE due > 0')
  await run(`CREATE TRIGGER file_notes_trashed AFTER UPDATE OF trashed ON files BEGIN
    UPDATE file_notes SET due = due + 1 WHERE hash = NEW.hash; END`)
  await run(`CREATE TRIGGER file_notes_gone AFTER DELETE ON files BEGIN
    UPDATE file_notes SET due = due + 1 WHERE hash = OLD.hash; END`)
}
