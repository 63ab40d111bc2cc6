import { DatabaseSync } from 'node:sqlite'
import { assertWhole, damageAdvice, naming } from './damage.ts'

// Without Kysely: its 250 modules would be loaded by every thread that opens a file.

let synchronous: 'FULL' | 'OFF' = 'FULL'

/** This thread no longer waits for the disk, until the returned function is called: for data that can be rebuilt. */
export function forgoDurability(): () => void {
  const before = synchronous
  synchronous = 'OFF'
  return () => {
    synchronous = before
  }
}

/** Whether this thread waits for the disk; other stores follow it. */
export function waitsForDisk(): boolean {
  return synchronous === 'FULL'
}

/**
 * WAL: readers never wait. synchronous=FULL: rows survive a power cut. Checkpoints at 16 MB: fewer writes of one page. A cache of
 * 4 MB: a relay has about ten connections, whose caches would fill for hours, and a page that left is in the system's own.
 */
export function openSqlite(path: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  assertWhole(path)
  const database = new DatabaseSync(path, { readOnly: options.readOnly ?? false, timeout: 5000 })
  const keeping = `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA wal_autocheckpoint = 4000`
  if (!options.readOnly) naming(database, () => database.exec(keeping))
  database.exec('PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -4096')
  return database
}

/** Another program's lock becomes an error instead of a wait, which would block the whole thread. */
export function neverWait(database: DatabaseSync): DatabaseSync {
  database.exec('PRAGMA busy_timeout = 0')
  return database
}

/** Until the returned function is called, commits do not wait for the disk: a power cut can undo them, a kill cannot. */
export function deferSync(database: DatabaseSync): () => void {
  const { synchronous } = database.prepare('PRAGMA synchronous').get() as { synchronous: number }
  database.exec('PRAGMA synchronous = NORMAL')
  return () => database.exec(`PRAGMA synchronous = ${synchronous}`)
}

/** Writes a database's content at this moment to a new file, even while it is in use. */
export function copySqlite(from: string, to: string): void {
  const database = openSqlite(from, { readOnly: true })
  try {
    // SQLite's backup restarts whenever another process writes: with a busy relay it would never end.
    database.prepare('VACUUM INTO ?').run(to)
  } catch (error) {
    throw new Error(`${from} cannot be copied: ${(error as Error).message}`, { cause: error })
  } finally {
    database.close()
  }
}

/** Why a file cannot be opened, with its name: SQLite's own message omits it. */
export function cannotOpen(path: string, cause: unknown): Error {
  if (cause instanceof Error && cause.message.includes(damageAdvice)) return cause
  return new Error(`${path} cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
}
