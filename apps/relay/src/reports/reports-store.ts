import { sql } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { ReportTables } from '../database/migrations/admin/020-reports.ts'

export type CaseRow = Omit<ReportTables['report_cases'], 'id'> & { readonly id: number }

export interface NewReport {
  readonly target: string
  readonly pubkey: string
  readonly reporter: string
  readonly type: string
  readonly content: string
  readonly eventId: string
  readonly at: number
}

/** Reports, each beside its case. */
export class ReportsStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  /** False if this key has already reported the same subject. A closed or read case becomes open and unread again. */
  async addReport(tx: AdminTransaction, report: NewReport): Promise<boolean> {
    const { target, pubkey, reporter, type, content, eventId, at } = report
    await tx
      .insertInto('report_cases')
      .values({
        ...{ target, pubkey, type, content, reporter, reporters: 0, created_at: at, updated_at: at, is_read: 0 },
        resolution: null,
      })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const { id } = await tx
      .selectFrom('report_cases')
      .select('id')
      .where('target', '=', target)
      .executeTakeFirstOrThrow()
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('reports')
      .values({ case_id: id, reporter, type, event_id: eventId })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n) return false
    await tx
      .insertInto('report_types')
      .values({ case_id: id, type, reporters: 1 })
      .onConflict(conflict => conflict.doUpdateSet({ reporters: sql`report_types.reporters + 1` }))
      .execute()
    await tx
      .updateTable('report_cases')
      .set({
        reporters: sql`reporters + 1`,
        type: sql`(SELECT type FROM report_types WHERE case_id = ${id} ORDER BY reporters DESC, type LIMIT 1)`,
        updated_at: at,
        is_read: 0,
        resolution: null,
        ...(content !== '' && { content }),
      })
      .where('id', '=', id)
      .execute()
    return true
  }

  /** Most reported first, with the number of all matches. */
  async listCases({
    filter,
    offset,
    limit,
  }: {
    filter: 'all' | 'unread'
    offset: number
    limit: number
  }): Promise<{ rows: CaseRow[]; total: number }> {
    const matching = this.#reads
      .selectFrom('report_cases')
      .$if(filter === 'unread', select => select.where('is_read', '=', 0))
    const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const rows = await matching
      .selectAll()
      .orderBy('reporters', 'desc')
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    return { rows, total }
  }

  async countSince(since: number): Promise<number> {
    const row = await this.#reads
      .selectFrom('report_cases')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('created_at', '>=', since)
      .executeTakeFirstOrThrow()
    return row.count
  }

  async countTypes(): Promise<{ type: string; count: number }[]> {
    return this.#reads
      .selectFrom('report_cases')
      .select(({ fn }) => ['type', fn.countAll<number>().as('count')])
      .groupBy('type')
      .orderBy('type')
      .execute()
  }

  /** False if the id does not exist. */
  async markRead(tx: AdminTransaction, id: number): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('report_cases')
      .set({ is_read: 1 })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  async markAllRead(tx: AdminTransaction): Promise<void> {
    await tx.updateTable('report_cases').set({ is_read: 1 }).where('is_read', '=', 0).execute()
  }

  /** Returns the case; undefined if there is none. */
  async resolve(
    tx: AdminTransaction,
    by: { id: number } | { target: string },
    resolution: 'deleted' | 'dismissed',
  ): Promise<CaseRow | undefined> {
    const update = tx.updateTable('report_cases').set({ resolution, is_read: 1 })
    const found = 'id' in by ? update.where('id', '=', by.id) : update.where('target', '=', by.target)
    return found.returningAll().executeTakeFirst() as Promise<CaseRow | undefined>
  }

  /** Time of the last report, milliseconds; null before the first. */
  async lastReportAt(): Promise<number | null> {
    const { at } = await this.#reads
      .selectFrom('report_cases')
      .select(({ fn }) => fn.max<number | null>('updated_at').as('at'))
      .executeTakeFirstOrThrow()
    return at
  }
}
