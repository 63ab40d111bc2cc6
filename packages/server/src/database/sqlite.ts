import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely'

const statementsKept = 256
let synchronous: 'FULL' | 'OFF' = 'FULL'

/** This thread no longer waits for the disk: for data that can be rebuilt. */
export function forgoDurability(): void {
  synchronous = 'OFF'
}

/** Whether this thread waits for the disk; other stores follow it. */
export function waitsForDisk(): boolean {
  return synchronous === 'FULL'
}

/**
 * Opens a SQLite file for a server: write-ahead log, so that readers never wait for the writer, and synchronous=FULL,
 * so that committed rows survive a power cut (group commit makes it cheap). Checkpoints every 16 MB instead of 4, so
 * that pages changed by many commits are written back once.
 */
export function openSqlite(path: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: options.readOnly ?? false, timeout: 5000 })
  if (!options.readOnly)
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA wal_autocheckpoint = 4000`)
  database.exec('PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536')
  return database
}

/** Another program's lock becomes an error instead of a wait, which would block the whole thread. */
export function neverWait(database: DatabaseSync): DatabaseSync {
  database.exec('PRAGMA busy_timeout = 0')
  return database
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
  return new Error(`${path} cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
}

/** Kysely over node:sqlite, for which it has no dialect. Closing Kysely closes the file. */
export function kyselyOver<Tables>(database: DatabaseSync): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new NodeSqliteDialect({ database: new KyselySqlite(database) }) })
}

class NodeSqliteDialect extends SqliteDialect {
  override createAdapter() {
    return new NodeSqliteAdapter()
  }
}

/**
 * SQLite can roll back schema changes, whatever Kysely's adapter says: a migration happens completely or not at all.
 */
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
    // A command can write to a running server's file: taking the write lock first means waiting instead of failing
    // later.
    const sql = asked === 'begin' ? 'begin immediate' : asked
    // SQLite already rolled back if the disk is full or broken; a second ROLLBACK would hide the first error.
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

/** Kysely types parameters as unknown; of our types, SQLite only rejects booleans. */
function values(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map(value => (typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)))
}
