import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { migrate } from '@hornets/server/database/migrate'
import { cannotOpen, kyselyOver, neverWait, openSqlite } from '@hornets/server/database/sqlite'
import { lockedMsMax, whenFree } from '@hornets/server/database/when-free'
import type { Kysely } from 'kysely'
import { relayMigrations } from './migrations/relay.ts'
import type { RelayTables } from './relay-tables.ts'

/**
 * The index of files, and the counters of files and events. Those of files never part from what they count; those of
 * events follow the event store's journal. Written by raw statements in synchronous transactions (nothing can slip in between), read through a connection
 * of its own that never waits for the writer.
 */
export class RelayDatabase {
  readonly path: string
  /** Read-only. */
  readonly reads: Kysely<RelayTables>
  readonly #hooks = new Set<TransactionHook>()
  readonly #writer: DatabaseSync
  readonly #transaction: RelayTransaction
  #isLocked = false

  private constructor(path: string, writer: DatabaseSync) {
    this.path = path
    this.#writer = writer
    this.#transaction = new RelayTransaction(writer)
    this.reads = kyselyOver<RelayTables>(neverWait(openSqlite(path, { readOnly: true })))
  }

  /** Opens the file, making it and bringing it up to date where needed. */
  static async open(path: string): Promise<RelayDatabase> {
    let migrating: Kysely<never> | undefined
    try {
      migrating = kyselyOver<never>(openSqlite(path))
      await migrate(migrating, relayMigrations)
      return new RelayDatabase(path, neverWait(openSqlite(path)))
    } catch (error) {
      throw cannotOpen(path, error)
    } finally {
      await migrating?.destroy()
    }
  }

  /** All or nothing: durable when this returns, undone when `work` throws. `work` must not be async. A lock throws. */
  transact<Result>(work: (tx: RelayTransaction) => Result): Result {
    this.#writer.exec('BEGIN IMMEDIATE')
    try {
      const result = work(this.#transaction)
      for (const hook of this.#hooks) hook.beforeCommit(this.#transaction)
      this.#writer.exec('COMMIT')
      return result
    } catch (error) {
      for (const hook of this.#hooks) hook.undone()
      // SQLite has rolled back by itself where the disk is full or broken; a second time would hide the first error.
      if (this.#writer.isTransaction) this.#writer.exec('ROLLBACK')
      throw error
    }
  }

  /** As `transact`, but tried again for two seconds while another program holds a lock. Others are served meanwhile. */
  transactWhenFree<Result>(work: (tx: RelayTransaction) => Result): Promise<Result> {
    const onTried = (isLocked: boolean) => {
      this.#isLocked = isLocked
    }
    return whenFree(() => this.transact(work), { until: performance.now() + lockedMsMax, onTried })
  }

  /** Has another program held a lock when somebody wrote last? */
  isLocked(): boolean {
    return this.#isLocked
  }

  /**
   * As `transact`, but without waiting for the disk: a power cut may take it back, whole and with all that came after
   * it. For what is kept elsewhere until a later `transact`.
   */
  transactReplayable<Result>(work: (tx: RelayTransaction) => Result): Result {
    const { synchronous } = this.#writer.prepare('PRAGMA synchronous').get() as { synchronous: number }
    this.#writer.exec('PRAGMA synchronous = NORMAL')
    try {
      return this.transact(work)
    } finally {
      this.#writer.exec(`PRAGMA synchronous = ${synchronous}`)
    }
  }

  /** From now on `hook` takes part in every transaction. */
  addHook(hook: TransactionHook): void {
    this.#hooks.add(hook)
  }

  async close(): Promise<void> {
    await this.reads.destroy()
    this.#writer.close()
  }
}

/** What has something to write at the end of a transaction, whoever's it is. */
export interface TransactionHook {
  /** The last word before the commit; throwing undoes the transaction. */
  beforeCommit(tx: RelayTransaction): void
  /** Nothing of the transaction has happened. */
  undone(): void
}

/** Where writing is possible: stores' write methods take one, and only `transact` hands it out. */
export class RelayTransaction {
  readonly #database: DatabaseSync
  readonly #writing = new Map<string, StatementSync>()
  readonly #reading = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  run(sql: string, ...parameters: SQLInputValue[]): { changes: number } {
    let statement = this.#writing.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      // A full text table leaves row ids of its own behind that no number can hold, and run() would throw at them.
      statement.setReadBigInts(true)
      this.#writing.set(sql, statement)
    }
    return { changes: Number(statement.run(...parameters).changes) }
  }

  get<Row>(sql: string, ...parameters: SQLInputValue[]): Row | undefined {
    return this.#reader(sql).get(...parameters) as Row | undefined
  }

  all<Row>(sql: string, ...parameters: SQLInputValue[]): Row[] {
    return this.#reader(sql).all(...parameters) as Row[]
  }

  /** Statements are few and written in the stores, so that each is prepared once and kept. */
  #reader(sql: string): StatementSync {
    let statement = this.#reading.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      this.#reading.set(sql, statement)
    }
    return statement
  }
}
