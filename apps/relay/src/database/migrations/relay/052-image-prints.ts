import { type Kysely, sql } from 'kysely'

export interface ImagePrintTables {
  /** Of stored files: of the image, without its border, and so on (`part`). */
  file_prints: { hash: string; part: number; quality: number; ratio: number; words: Uint8Array }
  /** The small grey square of each print, apart: it is read for few files. */
  file_greys: { hash: string; part: number; grey: Uint8Array }
  /** Of banned images, with their cuts; `turned`: eight hashes. They outlive the file. */
  ban_prints: { hash: string; part: number; quality: number; ratio: number; turned: Uint8Array; grey: Uint8Array }
  similar_files: {
    hash: string
    banned: string
    refused: number
    /** Differing bits of 256. */
    distance: number
    mime: string
    bytes: number
    /** Of the last try; null if unknown. */
    pubkey: string | null
    /** Unix seconds: the last try. */
    at: number
    tries: number
    thumbnail: Uint8Array | null
    /** Unix seconds: when somebody allowed it; null while nobody has. */
    allowed_at: number | null
  }
  ban_print_columns: {
    /** 1 = near copies are refused too. */
    alike: number
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`CREATE TABLE file_prints (
    hash TEXT NOT NULL REFERENCES files (hash) ON DELETE CASCADE, part INTEGER NOT NULL, quality INTEGER NOT NULL,
    ratio REAL NOT NULL, words BLOB NOT NULL, PRIMARY KEY (hash, part)) STRICT, WITHOUT ROWID`)
  await run(`CREATE TABLE file_greys (
    hash TEXT NOT NULL REFERENCES files (hash) ON DELETE CASCADE, part INTEGER NOT NULL, grey BLOB NOT NULL,
    PRIMARY KEY (hash, part)) STRICT`)
  await run(`CREATE TABLE ban_prints (
    hash TEXT NOT NULL REFERENCES file_bans (hash) ON DELETE CASCADE, part INTEGER NOT NULL, quality INTEGER NOT NULL,
    ratio REAL NOT NULL, turned BLOB NOT NULL, grey BLOB NOT NULL, PRIMARY KEY (hash, part)) STRICT`)
  await run(`CREATE TABLE similar_files (
    hash TEXT PRIMARY KEY, banned TEXT NOT NULL, refused INTEGER NOT NULL, distance INTEGER NOT NULL,
    mime TEXT NOT NULL, bytes INTEGER NOT NULL, pubkey TEXT, at INTEGER NOT NULL, tries INTEGER NOT NULL,
    thumbnail BLOB, allowed_at INTEGER) STRICT`)
  await run('CREATE INDEX similar_files_open ON similar_files (at, hash) WHERE allowed_at IS NULL')
  await run('ALTER TABLE file_bans ADD COLUMN alike INTEGER NOT NULL DEFAULT 0')
  await run(`UPDATE file_bans SET alike = 1 WHERE likeness <> ''`)
  await run('ALTER TABLE file_bans DROP COLUMN likeness')
  await run('ALTER TABLE file_facts DROP COLUMN likeness')
}
