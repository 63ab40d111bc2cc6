import { assertMigrated, migrate } from '@hornets/server/migrate'
import { cannotOpen, kyselyOver, openSqlite } from '@hornets/server/sqlite'
import type { Kysely, Transaction } from 'kysely'
import type { AdminTables } from './admin-tables.ts'
import { adminMigrations } from './migrations/admin.ts'

/** Where writing is possible: stores' write methods take one, and only `transact` hands it out. */
export type AdminTransaction = Transaction<AdminTables>

/** What stores read by: everything of Kysely that cannot write. */
export type AdminReads = Pick<Kysely<AdminTables>, 'selectFrom'>

/** Accounts, settings, access lists and the audit log. */
export class AdminDatabase {
  /** Over a connection of its own, opened read-only. */
  readonly reads: AdminReads
  readonly #reads: Kysely<AdminTables>
  readonly #writes: Kysely<AdminTables>

  private constructor(path: string, writes: Kysely<AdminTables>) {
    this.#writes = writes
    this.#reads = kyselyOver<AdminTables>(openSqlite(path, { readOnly: true }))
    this.reads = this.#reads
  }

  /** Opens the file, making it and bringing it up to date where needed. */
  static open(path: string): Promise<AdminDatabase> {
    return AdminDatabase.#open(path, migrate)
  }

  /** Opens the file as it is, for a command that shares it with a running relay; throws where this version has not brought it up to date. */
  static openUnchanged(path: string): Promise<AdminDatabase> {
    return AdminDatabase.#open(path, assertMigrated)
  }

  static async #open(path: string, prepare: typeof migrate): Promise<AdminDatabase> {
    let writes: Kysely<AdminTables> | undefined
    try {
      writes = kyselyOver<AdminTables>(openSqlite(path))
      await prepare(writes as unknown as Kysely<never>, adminMigrations)
      return new AdminDatabase(path, writes)
    } catch (error) {
      await writes?.destroy()
      throw cannotOpen(path, error)
    }
  }

  /** All or nothing: durable when this resolves, undone when `work` throws. One after the other. */
  transact<Result>(work: (tx: AdminTransaction) => Promise<Result>): Promise<Result> {
    return this.#writes.transaction().execute(work)
  }

  async close(): Promise<void> {
    await this.#reads.destroy()
    await this.#writes.destroy()
  }
}
