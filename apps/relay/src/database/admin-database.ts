import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { assertWhole } from '@hornets/server/database/damage'
import { kyselyOver } from '@hornets/server/database/kysely-over'
import { assertMigrated, migrate } from '@hornets/server/database/migrate'
import { cannotOpen, deferSync, neverWait, openSqlite } from '@hornets/server/database/sqlite'
import { lockedMsMax, whenFree } from '@hornets/server/database/when-free'
import { isDiskFullError } from '@hornets/server/disk/disk-full'
import type { Kysely, Transaction } from 'kysely'
import pLimit from 'p-limit'
import type { AdminTables } from './admin-tables.ts'
import { adminMigrations } from './migrations/admin.ts'

/** Stores' write methods require one; only `transact` creates it. */
export type AdminTransaction = Transaction<AdminTables>

/** What stores read with: the part of Kysely that cannot write. */
export type AdminReads = Pick<Kysely<AdminTables>, 'selectFrom'>

/** Where the tables are: in `admin.db`, or in PostgreSQL. */
export interface AdminEngine {
  readonly reads: Kysely<AdminTables>
  readonly writes: Kysely<AdminTables>
  /** Until the returned function is called, commits do not wait for the disk. */
  readonly deferSync?: () => () => void
  readonly close: () => Promise<void>
}

export class AdminDatabase {
  /** A separate read-only connection. */
  readonly reads: AdminReads
  readonly #engine: AdminEngine
  readonly #mutex = pLimit(1)
  #isLocked = false
  #makeRoom: () => Promise<boolean> = async () => false

  constructor(engine: AdminEngine) {
    this.#engine = engine
    this.reads = engine.reads
  }

  /** Opens the file, creating and migrating it if needed. After that nothing waits for a lock. */
  static open(path: string): Promise<AdminDatabase> {
    return AdminDatabase.#open(path, migrate, neverWait)
  }

  /** Without migrating, for commands beside a running relay. Throws if this version has not migrated it. */
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
      // On a first start, this file comes before relay.db.
      assertWhole(path, !existsSync(join(dirname(path), 'relay.db')))
      const writing = openSqlite(path)
      writes = kyselyOver<AdminTables>(writing)
      await prepare(writes as unknown as Kysely<never>, adminMigrations)
      const reading = openSqlite(path, { readOnly: true })
      for (const database of [writing, reading]) settle(database)
      const reads = kyselyOver<AdminTables>(reading)
      const close = async () => {
        await reads.destroy()
        await writes?.destroy()
      }
      return new AdminDatabase({ reads, writes, deferSync: () => deferSync(writing), close })
    } catch (error) {
      await writes?.destroy()
      throw cannotOpen(path, error)
    }
  }

  /**
   * Durable when it resolves. Retries a locked database for 2 s without blocking, then throws SQLite's error
   * (`isLockedError`).
   */
  transact<Result>(work: (tx: AdminTransaction) => Promise<Result>): Promise<Result> {
    return this.#transact(work)
  }

  #transact<Result>(work: (tx: AdminTransaction) => Promise<Result>, { isReplayable = false } = {}): Promise<Result> {
    const until = performance.now() + lockedMsMax
    const onTried = (isLocked: boolean) => {
      this.#isLocked = isLocked
    }
    const once = () => {
      let isBegun = false
      const begin = (tx: AdminTransaction) => {
        isBegun = true
        return work(tx)
      }
      const options = { until, onTried, hasBegun: () => isBegun }
      return whenFree(() => this.#engine.writes.transaction().execute(begin), options)
    }
    return this.#mutex(async () => {
      const syncAgain = isReplayable ? this.#engine.deferSync?.() : undefined
      try {
        return await once()
      } catch (error) {
        if (!isDiskFullError(error) || !(await this.#makeRoom())) throw error
        return await once()
      } finally {
        syncAgain?.()
        // SQLite answers at once: without this, a thousand transactions in a row would keep clients waiting for all.
        await nextTurn()
      }
    })
  }

  /**
   * As `transact`, but a power cut, not a kill, can undo it: for what a start does again. It does not wait for the disk,
   * which would keep clients waiting.
   */
  transactReplayable<Result>(work: (tx: AdminTransaction) => Promise<Result>): Promise<Result> {
    return this.#transact(work, { isReplayable: true })
  }

  /** Called when the disk is full, before a change fails; returns whether to retry. */
  whenFull(makeRoom: () => Promise<boolean>): void {
    this.#makeRoom = makeRoom
  }

  isLocked(): boolean {
    return this.#isLocked
  }

  async close(): Promise<void> {
    await this.#engine.close()
  }
}
