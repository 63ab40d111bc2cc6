import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { ApiError } from '@hornets/server/api-error'
import { kyselyOver } from '@hornets/server/database/kysely-over'
import { assertMigrated, migrate } from '@hornets/server/database/migrate'
import { openSqlite } from '@hornets/server/database/sqlite'
import { walletMigrations } from './migrations/wallet.ts'

/** Synchronous: money is never half-way, and a commit is on disk (synchronous=FULL) before the network knows. */
export class WalletDatabase {
  readonly reads: WalletReads
  readonly #database: DatabaseSync
  readonly #transaction: WalletTransaction

  private constructor(database: DatabaseSync) {
    this.#database = database
    this.#transaction = new WalletTransaction(database)
    this.reads = this.#transaction
  }

  /** Opens the file, creating and migrating it if needed. */
  static async open(path: string): Promise<WalletDatabase> {
    const migrating = kyselyOver<never>(openSqlite(path))
    try {
      await migrate(migrating, walletMigrations)
    } finally {
      await migrating.destroy()
    }
    return new WalletDatabase(openSqlite(path))
  }

  /** Throws unless the file has this version. For programs beside a running wallet. */
  static async openUnchanged(path: string): Promise<WalletDatabase> {
    const looking = kyselyOver<never>(openSqlite(path))
    try {
      await assertMigrated(looking, walletMigrations)
    } finally {
      await looking.destroy()
    }
    return new WalletDatabase(openSqlite(path))
  }

  /** All or nothing: durable when this returns, rolled back if `work` throws. `work` must not be async. */
  transact<Result>(work: (tx: WalletTransaction) => Result): Result {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      const result = work(this.#transaction)
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      // SQLite already rolled back if the disk is full or broken; a second ROLLBACK would hide the first error.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw isDiskFull(error) ? new ApiError('unavailable', walletMessages.diskFull, { cause: error }) : error
    }
  }

  close(): void {
    this.#database.close()
  }
}

/** SQLITE_FULL, or the system's error. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return errcode === 13 || code === 'ENOSPC' || code === 'EDQUOT'
}

export interface WalletReads {
  get<Row>(sql: string, ...parameters: SQLInputValue[]): Row | undefined
  all<Row>(sql: string, ...parameters: SQLInputValue[]): Row[]
}

/** Stores' write methods require one; only `transact` creates it. */
export class WalletTransaction implements WalletReads {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  run(sql: string, ...parameters: SQLInputValue[]): { changes: number; lastInsertRowid: number } {
    const { changes, lastInsertRowid } = this.#statement(sql).run(...parameters)
    return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) }
  }

  get<Row>(sql: string, ...parameters: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...parameters) as Row | undefined
  }

  all<Row>(sql: string, ...parameters: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...parameters) as Row[]
  }

  /** The stores contain few statements, so each is prepared once and kept. */
  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }
}
