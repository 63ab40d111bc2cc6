import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely'
import { naming } from './damage.ts'

const statementsKept = 256

/** Kysely over node:sqlite, for which it has no dialect. Destroying Kysely closes the file. */
export function kyselyOver<Tables>(database: DatabaseSync): Kysely<Tables> {
  return new NodeSqliteKysely<Tables>(database)
}

class NodeSqliteKysely<Tables> extends Kysely<Tables> {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    super({ dialect: new NodeSqliteDialect({ database: new KyselySqlite(database) }) })
    this.#database = database
  }

  /** Here, since Kysely closes no connection that was never asked anything. The file would stay beside its log. */
  override async destroy(): Promise<void> {
    await super.destroy()
    if (this.#database.isOpen) this.#database.close()
  }
}

class NodeSqliteDialect extends SqliteDialect {
  override createAdapter() {
    return new NodeSqliteAdapter()
  }
}

/** SQLite can roll back schema changes, whatever Kysely's adapter says. */
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
    // A command can write to a running server's file: taking the lock first means waiting, not failing later.
    const sql = asked === 'begin' ? 'begin immediate' : asked
    // SQLite already rolled back if the disk is full or broken; a second ROLLBACK would hide the first error.
    if (sql === 'rollback' && !this.#database.isTransaction) return nothing
    const database = this.#database
    const statement = naming(database, () => this.#statement(sql))
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => naming(database, () => statement.all(...values(parameters))),
      run: (parameters: readonly unknown[]) => naming(database, () => statement.run(...values(parameters))),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
    }
  }

  close(): void {
    this.#statements.clear()
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
