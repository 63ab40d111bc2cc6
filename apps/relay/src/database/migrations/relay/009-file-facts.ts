import { type Kysely, sql } from 'kysely'

/** A row means that a file was examined; `thumbnail` tells whether it has one. */
export interface FileFactsTables {
  file_facts: {
    hash: string
    /** Pixels, as displayed. */
    width: number | null
    height: number | null
    duration_ms: number | null
    /** Base64. */
    thumbhash: string
    /** 64 bits of brightness differences in hex; empty without a thumbnail. */
    likeness: string
    thumbnail: number
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE file_facts (
      hash TEXT PRIMARY KEY REFERENCES files (hash) ON DELETE CASCADE,
      width INTEGER,
      height INTEGER,
      duration_ms INTEGER,
      thumbhash TEXT NOT NULL DEFAULT '',
      likeness TEXT NOT NULL DEFAULT '',
      thumbnail INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`.execute(db)
}
