import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely'

const statementsKept = 256
let synchronous: 'FULL' | 'OFF' = 'FULL'

/** From now on this thread does not wait for the disk: for data that is made anew when it is lost. */
export function forgoDurability(): void {
  synchronous = 'OFF'
}

/** Whether this thread waits for the disk; for other stores, which do as SQLite does. */
export function waitsForDisk(): boolean {
  return synchronous === 'FULL'
}

/**
 * Opens a SQLite file for a server: write-ahead log so that readers never wait for the writer, and synchronous=FULL so
 * that a committed row survives a power cut (group commit makes it cheap). The log is folded in every 16 MB instead of
 * every 4: pages that many commits have touched are then written back once.
 */
export function openSqlite(path: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: options.readOnly ?? false, timeout: 5000 })
  if (!options.readOnly)
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA wal_autocheckpoint = 4000`)
  database.exec('PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536')
  return database
}

/** From now on a lock that another program holds is an error, and no wait: waiting would hold up the whole thread. */
export function neverWait(database: DatabaseSync): DatabaseSync {
  database.exec('PRAGMA busy_timeout = 0')
  return database
}

/** Writes what a database holds at this moment to a new file, however many are reading and writing it. */
export function copySqlite(from: string, to: string): void {
  const database = openSqlite(from, { readOnly: true })
  try {
    // SQLite's other way, its backup, begins anew whenever another process writes: with a busy relay it would never end.
    database.prepare('VACUUM INTO ?').run(to)
  } catch (error) {
    throw new Error(`${from} cannot be copied: ${(error as Error).message}`, { cause: error })
  } finally {
    database.close()
  }
}

/** What keeps a file from being opened, as a sentence that names it: SQLite's own words leave out which file it is. */
export function cannotOpen(path: string, cause: unknown): Error {
  return new Error(`${path} cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
}

/** Kysely over node:sqlite, which ships no dialect for it. Closing the Kysely instance closes the file. */
export function kyselyOver<Tables>(database: DatabaseSync): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new NodeSqliteDialect({ database: new KyselySqlite(database) }) })
}

class NodeSqliteDialect extends SqliteDialect {
  override createAdapter() {
    return new NodeSqliteAdapter()
  }
}

/** SQLite undoes changes of tables as well, whatever Kysely's own adapter says: a migration happens as a whole or not at all. */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

const nothing = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
}

class KyselySqlite {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  prepare(asked: string) {
    // A command may write to the file of a server that runs: who begins to write waits, instead of failing later on.
    const sql = asked === 'begin' ? 'begin immediate' : asked
    // SQLite has rolled back by itself where the disk is full or broken; a second time would hide the first error.
    if (sql === 'rollback' && !this.#database.isTransaction) return nothing
    const statement = this.#statement(sql)
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
      run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
    }
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #statement(sql: string): StatementSync {
    const kept = this.#statements.get(sql)
    if (kept) return kept
    const statement = this.#database.prepare(sql)
    if (this.#statements.size >= statementsKept) {
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined) this.#statements.delete(oldest)
    }
    this.#statements.set(sql, statement)
    return statement
  }
}

/** Kysely types parameters as unknown; booleans are the one type of ours that SQLite does not take. */
function values(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map(value => (typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)))
}
