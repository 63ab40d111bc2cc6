import type { CaseCause } from '@hornets/contract/admin/notifications/cases'
import { type Selectable, sql } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'

export type CaseRow = Selectable<AdminTables['cases']>
export type NewCase = Omit<CaseRow, 'id' | 'held_by' | 'held_until' | 'is_escalated'>

export interface QueuePage {
  readonly cause?: CaseCause | undefined
  readonly escalated: readonly (0 | 1)[]
  readonly now: number
  readonly limit: number
}

export interface Sources {
  readonly report: Selectable<AdminTables['report_cases']> | undefined
  readonly reporters: readonly Reporter[]
  readonly judged: Selectable<AdminTables['moderation_cases']> | undefined
}
export type Reporter = Pick<Selectable<AdminTables['reports']>, 'reporter' | 'type' | 'event_id' | 'is_label'>

const reportersRead = 500
/** A case that has just come counts as one that has waited for a minute. */
const waitedMinMs = 60_000

export class CaseStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async changed(limit: number): Promise<string[]> {
    const rows = await this.#reads.selectFrom('case_changes').select('target').limit(limit).execute()
    return rows.map(({ target }) => target)
  }

  async noteChange(tx: AdminTransaction, target: string): Promise<void> {
    await tx
      .insertInto('case_changes')
      .values({ target })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }

  async forgetChanges(tx: AdminTransaction, targets: readonly string[]): Promise<void> {
    await tx.deleteFrom('case_changes').where('target', 'in', targets).execute()
  }

  /** By the transaction, so that no change in between is missed. */
  async sourcesOf(tx: AdminTransaction, target: string): Promise<Sources> {
    const report = await tx.selectFrom('report_cases').selectAll().where('target', '=', target).executeTakeFirst()
    const reporters = report ? await this.reporters(target, reportersRead, tx) : []
    return { report, reporters, judged: await this.#judged(tx, target) }
  }

  /** What the judge said of an event or a file; empty if it was not asked. */
  async judgedAs(id: string): Promise<string> {
    const row = this.#reads.selectFrom('moderation_cases').select('reason').where('event_id', '=', id)
    return (await row.executeTakeFirst())?.reason ?? ''
  }

  /** The judge names a file by its hash alone. */
  async #judged(tx: AdminTransaction, target: string) {
    const id = target.slice(-64)
    const row = await tx.selectFrom('moderation_cases').selectAll().where('event_id', '=', id).executeTakeFirst()
    if (!row || target.startsWith('key:')) return undefined
    const file = `file:${id}`
    const isFile =
      (await tx.selectFrom('judged_media').select('subject').where('subject', '=', file).executeTakeFirst()) ??
      (await tx.selectFrom('cases').select('id').where('target', '=', file).executeTakeFirst())
    return (isFile !== undefined) === target.startsWith('file:') ? row : undefined
  }

  async reporters(target: string, limit: number, reads: AdminReads = this.#reads): Promise<Reporter[]> {
    return reads
      .selectFrom('report_cases')
      .innerJoin('reports', 'reports.case_id', 'report_cases.id')
      .select(['reports.reporter', 'reports.type', 'reports.event_id', 'reports.is_label'])
      .where('report_cases.target', '=', target)
      .limit(limit)
      .execute()
  }

  async casesReportedBy(reporters: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#reads
      .selectFrom('reports')
      .select(({ fn }) => ['reporter', fn.countAll<number>().as('count')])
      .where('reporter', 'in', reporters)
      .groupBy('reporter')
      .execute()
    return new Map(rows.map(({ reporter, count }) => [reporter, count]))
  }

  find(id: number, reads: AdminReads = this.#reads): Promise<CaseRow | undefined> {
    return reads.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirst()
  }

  findTarget(target: string, reads: AdminReads = this.#reads): Promise<CaseRow | undefined> {
    return reads.selectFrom('cases').selectAll().where('target', '=', target).executeTakeFirst()
  }

  async insert(tx: AdminTransaction, row: NewCase, images: readonly string[]): Promise<number> {
    const { id } = await tx.insertInto('cases').values(row).returning('id').executeTakeFirstOrThrow()
    for (const hash of images)
      await tx
        .insertInto('case_images')
        .values({ hash, case_id: id })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    return id
  }

  async update(tx: AdminTransaction, id: number, changes: Partial<Omit<CaseRow, 'id' | 'target'>>): Promise<void> {
    await tx.updateTable('cases').set(changes).where('id', '=', id).execute()
  }

  /** Most weight times time waited. Of each weight only the oldest can be among them: a hundred index steps. */
  async queue({ cause, escalated, now, limit }: QueuePage): Promise<CaseRow[]> {
    const of = cause === undefined ? sql`` : sql`cause = ${cause} AND`
    const parts = escalated.map(
      flag => sql`SELECT id FROM (
        WITH RECURSIVE weights (weight) AS (
          SELECT max(weight) FROM cases WHERE ${of} is_open = 1 AND is_escalated = ${sql.lit(flag)}
          UNION ALL
          SELECT (SELECT max(cases.weight) FROM cases WHERE ${of} is_open = 1 AND is_escalated = ${sql.lit(flag)}
            AND cases.weight < weights.weight) FROM weights WHERE weights.weight IS NOT NULL
        )
        SELECT cases.id FROM weights CROSS JOIN cases WHERE cases.id IN (
          SELECT id FROM cases WHERE ${of} is_open = 1 AND is_escalated = ${sql.lit(flag)}
          AND weight = weights.weight ORDER BY opened_at, id LIMIT ${limit}
        )
      ) AS oldest`,
    )
    const first = sql<{ id: number }>`(${sql.join(parts, sql` UNION ALL `)})`.as('first')
    const waited = sql`cases.weight * (${now} - cases.opened_at + ${sql.lit(waitedMinMs)})`
    return this.#reads
      .selectFrom(first)
      .innerJoin('cases', 'cases.id', 'first.id')
      .selectAll('cases')
      .orderBy(waited, 'desc')
      .orderBy('cases.id')
      .limit(limit)
      .execute()
  }

  async reportedBy(reporter: string, limit: number): Promise<CaseRow[]> {
    return this.#reads
      .selectFrom('reports')
      .innerJoin('report_cases', 'report_cases.id', 'reports.case_id')
      .innerJoin('cases', 'cases.target', 'report_cases.target')
      .selectAll('cases')
      .where('reports.reporter', '=', reporter)
      .where('cases.is_open', '=', 1)
      .orderBy('reports.case_id', 'desc')
      .limit(limit)
      .execute()
  }

  async about(id: string): Promise<CaseRow[]> {
    const targets = [id, `file:${id}`, `key:${id}`]
    return this.#reads
      .selectFrom('cases')
      .selectAll()
      .where('target', 'in', targets)
      .orderBy('is_open', 'desc')
      .execute()
  }

  async showing(hash: string, limit: number): Promise<CaseRow[]> {
    return this.#reads
      .selectFrom('case_images')
      .innerJoin('cases', 'cases.id', 'case_images.case_id')
      .selectAll('cases')
      .where('case_images.hash', '=', hash)
      .where('cases.is_open', '=', 1)
      .orderBy('cases.id', 'desc')
      .limit(limit)
      .execute()
  }

  async imagesOf(id: number): Promise<{ hash: string; open: number }[]> {
    const rows = await this.#reads.selectFrom('case_images').select('hash').where('case_id', '=', id).execute()
    return Promise.all(rows.map(async ({ hash }) => ({ hash, open: (await this.showing(hash, 500)).length })))
  }

  async counts(): Promise<{ cause: string; is_escalated: number; count: number }[]> {
    return this.#reads.selectFrom('case_counts').selectAll().where('count', '>', 0).execute()
  }

  async reasons(): Promise<string[]> {
    const rows = await this.#reads.selectFrom('case_reasons').select('text').orderBy('place').execute()
    return rows.map(({ text }) => text)
  }

  async replaceReasons(tx: AdminTransaction, reasons: readonly string[]): Promise<void> {
    await tx.deleteFrom('case_reasons').execute()
    const rows = reasons.map((text, place) => ({ place, text }))
    if (rows.length > 0) await tx.insertInto('case_reasons').values(rows).execute()
  }
}
