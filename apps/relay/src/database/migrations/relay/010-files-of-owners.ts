import { type Kysely, sql } from 'kysely'

/** Filter and sort columns, duplicated per owner so an owner's list is one index range. */
export interface OwnedFileTables {
  owned_file_columns: {
    trashed: number
    /** First upload of the file, Unix seconds. */
    received_at: number
    bytes: number
    mime: string
    folded: string
  }
}

const copied = 'trashed, received_at, bytes, mime, folded'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  for (const column of ['trashed', 'received_at', 'bytes'])
    await run(`ALTER TABLE file_owners ADD COLUMN ${column} INTEGER NOT NULL DEFAULT 0`)
  for (const column of ['mime', 'folded'])
    await run(`ALTER TABLE file_owners ADD COLUMN ${column} TEXT NOT NULL DEFAULT ''`)
  await run(`UPDATE file_owners SET (${copied}) = (SELECT ${copied} FROM files WHERE files.hash = file_owners.hash)`)
  await run(`CREATE TRIGGER file_owners_copy AFTER INSERT ON file_owners BEGIN
    UPDATE file_owners SET (${copied}) = (SELECT ${copied} FROM files WHERE files.hash = NEW.hash)
      WHERE hash = NEW.hash AND pubkey = NEW.pubkey; END`)
  await run(`CREATE TRIGGER files_copy AFTER UPDATE OF ${copied} ON files BEGIN
    UPDATE file_owners SET (${copied}) = (NEW.trashed, NEW.received_at, NEW.bytes, NEW.mime, NEW.folded)
      WHERE hash = NEW.hash; END`)
  await run('DROP INDEX file_owners_shared')
  await run('CREATE INDEX file_owners_listed ON file_owners (pubkey, trashed, received_at, hash, mime, bytes, folded)')
  await run('DROP INDEX files_by_arrival')
  await run('DROP INDEX files_by_size')
  await run('CREATE INDEX files_by_arrival ON files (trashed, received_at, hash, mime, bytes, folded)')
  await run('CREATE INDEX files_by_size ON files (trashed, bytes, hash, mime, received_at, folded)')
}
