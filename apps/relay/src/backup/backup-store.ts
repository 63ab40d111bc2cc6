import type { Insertable, Selectable } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'

export type PlanRow = Selectable<AdminTables['backup_plan']>
export type RunRow = Selectable<AdminTables['backup_runs']>

const shownMax = 20
const keptMax = 1000

export class BackupStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async findPlan(reads: AdminReads = this.#reads): Promise<PlanRow | undefined> {
    return reads.selectFrom('backup_plan').selectAll().executeTakeFirst()
  }

  async putPlan(tx: AdminTransaction, row: Omit<PlanRow, 'id'>): Promise<void> {
    const insert = tx.insertInto('backup_plan').values({ id: 1, ...row })
    await insert.onConflict(conflict => conflict.column('id').doUpdateSet(row)).execute()
  }

  async addRun(tx: AdminTransaction, row: Insertable<AdminTables['backup_runs']>): Promise<number> {
    const { id } = await tx.insertInto('backup_runs').values(row).returning('id').executeTakeFirstOrThrow()
    await tx
      .deleteFrom('backup_runs')
      .where('id', '<=', id - keptMax)
      .execute()
    return id
  }

  async endRun(tx: AdminTransaction, id: number, end: Partial<RunRow>): Promise<void> {
    await tx.updateTable('backup_runs').set(end).where('id', '=', id).execute()
  }

  async beat(tx: AdminTransaction, id: number, at: number): Promise<void> {
    await tx.updateTable('backup_runs').set({ beat_at: at }).where('id', '=', id).execute()
  }

  /** Of processes that were killed: they have said nothing since then. */
  async failSilent(tx: AdminTransaction, before: number, end: Pick<RunRow, 'ended_at' | 'error'>): Promise<void> {
    await tx
      .updateTable('backup_runs')
      .set({ state: 'failed', ...end })
      .where('state', '=', 'running')
      .where(({ fn, eb }) => eb(fn.coalesce('beat_at', 'began_at'), '<', before))
      .execute()
  }

  /** Of an earlier start: they ended with it. */
  async failRunning(tx: AdminTransaction, end: Pick<RunRow, 'ended_at' | 'error'>): Promise<void> {
    await tx
      .updateTable('backup_runs')
      .set({ state: 'failed', ...end })
      .where('state', '=', 'running')
      .execute()
  }

  async latestRuns(): Promise<RunRow[]> {
    return this.#reads.selectFrom('backup_runs').selectAll().orderBy('id', 'desc').limit(shownMax).execute()
  }

  /** The newest of a kind that has ended by itself. */
  async lastEnded(kind: 'backup' | 'test'): Promise<RunRow | undefined> {
    const ended = this.#reads.selectFrom('backup_runs').selectAll().where('kind', '=', kind)
    return ended.where('state', 'in', ['done', 'failed']).orderBy('id', 'desc').executeTakeFirst()
  }
}
