import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '@hornets/server/database/sqlite'

export interface TextProgress {
  readonly seq: number
  readonly change: number
}

/** Three letters begin too many words for these to be put together at each search. */
const beginnings = "prefix='3'"

/** FTS5 without the texts (NIP-50). Commits do not wait for the disk: what a power cut loses is indexed again. */
export function openTextDatabase(path: string): DatabaseSync {
  const database = openSqlite(path)
  database.exec('PRAGMA synchronous = NORMAL')
  database.exec(`BEGIN;
    ${isOld(database) ? 'DROP TABLE event_text; DELETE FROM progress;' : ''}
    CREATE VIRTUAL TABLE IF NOT EXISTS event_text USING fts5 (text, content='', contentless_delete=1, ${beginnings});
    CREATE TABLE IF NOT EXISTS progress (seq INTEGER NOT NULL, change INTEGER NOT NULL);
    COMMIT`)
  return database
}

export function readProgress(database: DatabaseSync): TextProgress | null {
  const row = database.prepare('SELECT seq, change FROM progress').get()
  return row ? { seq: Number(row.seq), change: Number(row.change) } : null
}

/** Null without an index that this version can continue. */
export function readStoredProgress(path: string): TextProgress | null {
  if (!existsSync(path)) return null
  const database = openSqlite(path, { readOnly: true })
  try {
    return isOld(database) ? null : readProgress(database)
  } finally {
    database.close()
  }
}

function isOld(database: DatabaseSync): boolean {
  const { sql = beginnings } = database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'event_text'").get() ?? {}
  return !String(sql).includes(beginnings)
}
