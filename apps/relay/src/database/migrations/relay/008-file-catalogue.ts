import { type Kysely, sql } from 'kysely'

/** For the media manager's lists, filters and counts; the trash; jobs over many files. */
export interface FileCatalogueTables {
  file_catalogue_columns: {
    name: string
    folded: string
    /** The first uploader who still holds it; empty if none does. */
    owner: string
    /** 1 = in the trash: no longer served, and deleted after a while. */
    trashed: number
    /** Unix seconds; null while it is not in the trash. */
    trashed_at: number | null
    trashed_by: number | null
  }
  file_owner_totals: { pubkey: string; files: number; bytes: number }
  file_type_totals: { trashed: number; mime: string; files: number; bytes: number }
  /** `last_at`: Unix seconds. */
  file_fetches: { hash: string; count: number; last_at: number }
  file_jobs: {
    id: number
    action: string
    /** JSON of a FileSelection. */
    selection: string
    state: string
    files: number
    bytes: number
    files_done: number
    bytes_done: number
    /** Unix seconds. */
    began_at: number
    ended_at: number | null
    by: string | null
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`ALTER TABLE files ADD COLUMN name TEXT NOT NULL DEFAULT ''`)
  await run(`ALTER TABLE files ADD COLUMN folded TEXT NOT NULL DEFAULT ''`)
  await run(`ALTER TABLE files ADD COLUMN owner TEXT NOT NULL DEFAULT ''`)
  await run('ALTER TABLE files ADD COLUMN trashed INTEGER NOT NULL DEFAULT 0')
  await run('ALTER TABLE files ADD COLUMN trashed_at INTEGER')
  await run('ALTER TABLE files ADD COLUMN trashed_by INTEGER')
  await run('ALTER TABLE file_owners ADD COLUMN shared INTEGER NOT NULL DEFAULT 0')
  await run(`UPDATE files SET owner = COALESCE((SELECT pubkey FROM file_owners WHERE file_owners.hash = files.hash
    ORDER BY uploaded_at, pubkey LIMIT 1), '')`)
  await run(`UPDATE file_owners SET shared = 1
    WHERE pubkey <> (SELECT owner FROM files WHERE files.hash = file_owners.hash)`)
  await run('CREATE INDEX file_owners_shared ON file_owners (pubkey, hash) WHERE shared = 1')
  // Contains every column that filters use, so that a list reads only this index, however few files match.
  await run('DROP INDEX files_by_arrival')
  await run('CREATE INDEX files_by_arrival ON files (trashed, received_at, hash, mime, bytes, owner, folded)')
  await run('CREATE INDEX files_by_size ON files (trashed, bytes, hash, mime, received_at, owner, folded)')
  await run('CREATE INDEX files_by_job ON files (trashed_by, hash) WHERE trashed = 1')
  await run('CREATE INDEX files_by_trashing ON files (trashed_at, hash) WHERE trashed = 1')
  await run(`CREATE TABLE file_owner_totals (
    pubkey TEXT PRIMARY KEY, files INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT, WITHOUT ROWID`)
  await run('CREATE INDEX file_owner_totals_by_size ON file_owner_totals (bytes, pubkey)')
  await run(`INSERT INTO file_owner_totals SELECT pubkey, COUNT(*), SUM(bytes)
    FROM file_owners JOIN files USING (hash) GROUP BY pubkey`)
  await run(`CREATE TABLE file_type_totals (trashed INTEGER NOT NULL, mime TEXT NOT NULL, files INTEGER NOT NULL,
    bytes INTEGER NOT NULL, PRIMARY KEY (trashed, mime)) STRICT, WITHOUT ROWID`)
  await run('INSERT INTO file_type_totals SELECT 0, mime, COUNT(*), SUM(bytes) FROM files GROUP BY mime')
  await run(`CREATE TABLE file_fetches (
    hash TEXT PRIMARY KEY REFERENCES files (hash) ON DELETE CASCADE, count INTEGER NOT NULL, last_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`)
  await run(`CREATE TABLE file_jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, action TEXT NOT NULL, selection TEXT NOT NULL,
    state TEXT NOT NULL, files INTEGER NOT NULL, bytes INTEGER NOT NULL, files_done INTEGER NOT NULL,
    bytes_done INTEGER NOT NULL, began_at INTEGER NOT NULL, ended_at INTEGER, by TEXT) STRICT`)
}
