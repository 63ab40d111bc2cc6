import { type Kysely, sql } from 'kysely'

export interface ListChangesTables {
  file_changes: { id: number; hash: string }
}

/** Whoever has missed more reads all files. */
const rowsMax = 10_000

const listed = 'mime, bytes, received_at, folded, trashed, store'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('CREATE TABLE file_changes (id INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT')
  const note = async (name: string, when: string, row: 'NEW' | 'OLD') => {
    await run(`CREATE TRIGGER ${name} AFTER ${when} BEGIN
      INSERT INTO file_changes (hash) VALUES (${row}.hash);
      DELETE FROM file_changes WHERE id <= (SELECT max(id) FROM file_changes) - ${rowsMax}; END`)
  }
  await note('files_added', 'INSERT ON files', 'NEW')
  await note('files_changed', `UPDATE OF ${listed} ON files`, 'NEW')
  await note('files_removed', 'DELETE ON files', 'OLD')
  await note('file_owners_added', 'INSERT ON file_owners', 'NEW')
  await note('file_owners_removed', 'DELETE ON file_owners', 'OLD')
  // Lists no longer read them.
  await run('DROP INDEX files_by_size')
  await run('DROP INDEX files_by_name')
}
