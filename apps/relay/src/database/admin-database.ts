import type { DatabaseSync } from 'node:sqlite'
import { assertMigrated, migrate } from '@hornets/server/database/migrate'
import { cannotOpen, kyselyOver, neverWait, openSqlite } from '@hornets/server/database/sqlite'
import { lockedMsMax, whenFree } from '@hornets/server/database/when-free'
import { isDiskFullError } from '@hornets/server/disk/disk-full'
import { Serial } from '@hornets/server/serial'
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
  readonly #turns = new Serial()
  #isLocked = false
  #makeRoom: () => Promise<boolean> = async () => false

  private constructor(writes: Kysely<AdminTables>, reads: Kysely<AdminTables>) {
    this.#writes = writes
    this.#reads = reads
    this.reads = this.#reads
  }

  /** Opens the file, making it and bringing it up to date where needed. From then on nothing waits for a lock. */
  static open(path: string): Promise<AdminDatabase> {
    return AdminDatabase.#open(path, migrate, neverWait)
  }

  /** Opens the file as it is, for a command that shares it with a running relay; throws where this version has not brought it up to date. */
  static openUnchanged(path: string): Promise<AdminDatabase> {
    return AdminDatabase.#open(path, assertMigrated)
  }

  static async #open(
    path: string,
    prepare: typeof migrate,
    settle: (database: DatabaseSync) => void = () => {},
  ): Promise<AdminDatabase> {
    let writes: Kysely<AdminTables> | undefined
    try {
      const writing = openSqlite(path)
      writes = kyselyOver<AdminTables>(writing)
      await prepare(writes as unknown as Kysely<never>, adminMigrations)
      const reading = openSqlite(path, { readOnly: true })
      for (const database of [writing, reading]) settle(database)
      return new AdminDatabase(writes, kyselyOver<AdminTables>(reading))
    } catch (error) {
      await writes?.destroy()
      throw cannotOpen(path, error)
    }
  }

  /**
   * All or nothing: durable when this resolves, undone when `work` throws. One after the other. While another program holds
   * a lock it waits for two seconds, others are served meanwhile; then it throws SQLite's error (`isLockedError`).
   */
  transact<Result>(work: (tx: AdminTransaction) => Promise<Result>): Promise<Result> {
    const until = performance.now() + lockedMsMax
    const onTried = (isLocked: boolean) => {
      this.#isLocked = isLocked
    }
    const once = () => whenFree(() => this.#writes.transaction().execute(work), { until, onTried })
    return this.#turns.run(async () => {
      try {
        return await once()
      } catch (error) {
        if (!isDiskFullError(error) || !(await this.#makeRoom())) throw error
        return once()
      }
    })
  }

  /** What a full disk is met with before a change fails by it: says whether it is worth another try. */
  whenFull(makeRoom: () => Promise<boolean>): void {
    this.#makeRoom = makeRoom
  }

  /** Has another program held a lock when somebody wrote last? */
  isLocked(): boolean {
    return this.#isLocked
  }

  async close(): Promise<void> {
    await this.#reads.destroy()
    await this.#writes.destroy()
  }
}
