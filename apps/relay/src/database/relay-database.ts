import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { naming } from '@hornets/server/database/damage'
import { kyselyOver } from '@hornets/server/database/kysely-over'
import { assertMigrated, migrate } from '@hornets/server/database/migrate'
import { cannotOpen, deferSync, neverWait, openSqlite } from '@hornets/server/database/sqlite'
import { lockedMsMax, whenFree } from '@hornets/server/database/when-free'
import { type Kysely, sql } from 'kysely'
import { relayMigrations } from './migrations/relay.ts'
import { readingThread } from './read-thread.ts'
import type { RelayTables } from './relay-tables.ts'

/** Event counters follow the event store's journal. Transactions are synchronous, so nothing interleaves. */
export class RelayDatabase {
  readonly path: string
  readonly reads: Kysely<RelayTables>
  /** The same on a thread of its own, for statements that read many rows. */
  readonly scans: Kysely<RelayTables>
  readonly #hooks = new Set<TransactionHook>()
  readonly #writer: DatabaseSync
  readonly #transaction: RelayTransaction
  #isLocked = false
  #follower: Follower | undefined

  private constructor(path: string, writer: DatabaseSync) {
    this.path = path
    this.#writer = writer
    this.#transaction = new RelayTransaction(writer)
    this.reads = kyselyOver<RelayTables>(neverWait(openSqlite(path, { readOnly: true })))
    this.scans = readingThread<RelayTables>(path)
  }

  static open(path: string): Promise<RelayDatabase> {
    return RelayDatabase.#open(path, migrate)
  }

  /** For commands beside a running relay. Throws if it is not up to date. */
  static openUnchanged(path: string): Promise<RelayDatabase> {
    return RelayDatabase.#open(path, assertMigrated)
  }

  static async #open(path: string, prepare: typeof migrate): Promise<RelayDatabase> {
    let migrating: Kysely<never> | undefined
    try {
      migrating = kyselyOver<never>(openSqlite(path))
      await prepare(migrating, relayMigrations)
      return new RelayDatabase(path, neverWait(openSqlite(path)))
    } catch (error) {
      throw cannotOpen(path, error)
    } finally {
      await migrating?.destroy()
    }
  }

  /** `scans`, or `reads` if the table is empty, so that its thread does not start for nothing. */
  async scansOf(table: keyof RelayTables): Promise<Kysely<RelayTables>> {
    const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1`.execute(this.reads)
    return rows.length > 0 ? this.scans : this.reads
  }

  /** Durable when this returns. `work` must not be async. Throws if the database is locked. */
  transact<Result>(work: (tx: RelayTransaction) => Result): Result {
    this.#writer.exec('BEGIN IMMEDIATE')
    try {
      const result = naming(this.#writer, () => work(this.#transaction))
      for (const hook of this.#hooks) hook.beforeCommit(this.#transaction)
      this.#writer.exec('COMMIT')
      return result
    } catch (error) {
      for (const hook of this.#hooks) hook.undone()
      // SQLite already rolled back if the disk is full or broken; a second ROLLBACK would hide the first error.
      if (this.#writer.isTransaction) this.#writer.exec('ROLLBACK')
      throw error
    }
  }

  /** As `transact`, but retries for two seconds while another program holds a lock, without blocking others. */
  transactWhenFree<Result>(work: (tx: RelayTransaction) => Result): Promise<Result> {
    const onTried = (isLocked: boolean) => {
      this.#isLocked = isLocked
    }
    return whenFree(() => this.transact(work), { until: performance.now() + lockedMsMax, onTried })
  }

  isLocked(): boolean {
    return this.#isLocked
  }

  /** As `transact`, but a power cut can undo it: for data kept elsewhere until a later `transact`. */
  transactReplayable<Result>(work: (tx: RelayTransaction) => Result): Result {
    const syncAgain = deferSync(this.#writer)
    try {
      return this.transact(work)
    } finally {
      syncAgain()
    }
  }

  addHook(hook: TransactionHook): void {
    this.#hooks.add(hook)
  }

  /** Hands over the connection that writes, whose changes it stores elsewhere. */
  async follow<Opened extends Follower>(open: (writer: DatabaseSync) => Promise<Opened>): Promise<Opened> {
    const follower = await open(this.#writer)
    this.#follower = follower
    return follower
  }

  /** Resolves when a standby could read all that is committed; immediately without a standby. Throws DatabaseAway. */
  async replicated(): Promise<void> {
    await this.#follower?.replicated()
  }

  async close(): Promise<void> {
    await this.scans.destroy()
    await this.reads.destroy()
    this.#writer.close()
  }
}

export interface Follower {
  replicated(): Promise<void>
}

export interface TransactionHook {
  beforeCommit(tx: RelayTransaction): void
  undone(): void
}

/** Stores' write methods require one; only `transact` creates it. */
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
      // Full-text tables return row ids beyond the range of numbers, and run() would throw.
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

  #reader(sql: string): StatementSync {
    let statement = this.#reading.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      this.#reading.set(sql, statement)
    }
    return statement
  }
}
