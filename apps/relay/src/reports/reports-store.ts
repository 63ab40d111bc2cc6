import { sql } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { InboxRow } from '../inbox/inbox-tables.ts'

export type CaseRow = InboxRow<'report_cases'>

export interface NewReport {
  readonly target: string
  readonly pubkey: string
  readonly reporter: string
  readonly type: string
  readonly content: string
  readonly eventId: string
  readonly at: number
  /** 1: it came as a label. */
  readonly isLabel?: 0 | 1
}

interface CountedReport {
  readonly case_id: number
  readonly type: string
  readonly event_id: string
}

/** Unread cases with which a key opens no further ones: a flood is as visible with these as with a million. */
export const openedByKeyMax = 200

export class ReportsStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  /** In order. A second report by a key does not count; a closed case opens again. A key with too many opens none. */
  async addReports(tx: AdminTransaction, reports: readonly NewReport[]): Promise<number> {
    const all = JSON.stringify(reports)
    await sql`INSERT INTO report_cases
        (target, pubkey, type, reporter, reporters, created_at, updated_at, is_read)
      SELECT value ->> 'target', value ->> 'pubkey', value ->> 'type', value ->> 'reporter', 0,
        CAST(value ->> 'at' AS BIGINT), CAST(value ->> 'at' AS BIGINT), 0
      FROM json_each(${all})
      WHERE (SELECT count(*) FROM report_cases AS own WHERE own.reporter = value ->> 'reporter' AND own.is_read = 0)
        < ${openedByKeyMax}
      ON CONFLICT DO NOTHING`.execute(tx)
    const { rows: counted } = await sql<CountedReport>`INSERT INTO reports (case_id, reporter, type, event_id, is_label)
      SELECT report_cases.id, value ->> 'reporter', value ->> 'type', value ->> 'eventId',
        CAST(coalesce(value ->> 'isLabel', '0') AS BIGINT)
      FROM json_each(${all}) CROSS JOIN report_cases
      WHERE report_cases.target = value ->> 'target' ON CONFLICT DO NOTHING RETURNING case_id, type, event_id`.execute(
      tx,
    )
    if (counted.length > 0) await this.#updateCases(tx, counted, reports)
    return counted.length
  }

  async #updateCases(tx: AdminTransaction, counted: readonly CountedReport[], reports: readonly NewReport[]) {
    const ofTypes = new Map<string, { id: number; type: string; reporters: number }>()
    for (const { case_id: id, type } of counted) {
      const key = `${id} ${type}`
      const known = ofTypes.get(key) ?? { id, type, reporters: 0 }
      ofTypes.set(key, { ...known, reporters: known.reporters + 1 })
    }
    await sql`INSERT INTO report_types (case_id, type, reporters)
      SELECT CAST(value ->> 'id' AS BIGINT), value ->> 'type', CAST(value ->> 'reporters' AS BIGINT) FROM json_each(${jsonOf(ofTypes)})
      WHERE true ON CONFLICT (case_id, type) DO UPDATE SET reporters = report_types.reporters + excluded.reporters`.execute(
      tx,
    )
    const news = newsOf(counted, reports)
    const texts = new Map([...news.values()].flatMap(({ text }) => (text ? [[text.event_id, text]] : [])))
    await sql`INSERT INTO report_texts (event_id, content)
      SELECT value ->> 'event_id', value ->> 'content' FROM json_each(${jsonOf(texts)})
      WHERE true ON CONFLICT DO NOTHING`.execute(tx)
    await sql`UPDATE report_cases SET reporters = reporters + CAST(news.value ->> 'reporters' AS BIGINT),
        type = (SELECT type FROM report_types WHERE case_id = report_cases.id ORDER BY reporters DESC, type LIMIT 1),
        updated_at = CAST(news.value ->> 'at' AS BIGINT), is_read = 0, resolution = NULL,
        text_id = coalesce((SELECT id FROM report_texts WHERE event_id = news.value ->> '$.text.event_id'), text_id)
      FROM json_each(${jsonOf(news)}) AS news
      WHERE report_cases.id = CAST(news.value ->> 'id' AS BIGINT)`.execute(tx)
  }

  /** What the last reporter of each case wrote; missing where none wrote any. */
  async textsOf(cases: readonly CaseRow[]): Promise<ReadonlyMap<number, string>> {
    const ids = cases.flatMap(({ text_id }) => text_id ?? [])
    const rows = await this.#reads.selectFrom('report_texts').select(['id', 'content']).where('id', 'in', ids).execute()
    return new Map(rows.map(({ id, content }) => [id, content]))
  }

  async knownTargets(targets: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#reads.selectFrom('report_cases').select('target').where('target', 'in', targets).execute()
    return new Set(rows.map(({ target }) => target))
  }

  async openEvents(limit: number): Promise<{ id: string; reason: string }[]> {
    return this.#reads
      .selectFrom('report_cases')
      .select(['target as id', 'type as reason'])
      .where('resolution', 'is', null)
      .where(sql<number>`length(target)`, '=', 64)
      .orderBy('updated_at', 'desc')
      .limit(limit)
      .execute()
  }

  async isOpen(target: string): Promise<boolean> {
    const cases = this.#reads.selectFrom('report_cases').select('id').where('target', '=', target)
    return (await cases.where('resolution', 'is', null).executeTakeFirst()) !== undefined
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

  async reopen(tx: AdminTransaction, target: string): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('report_cases')
      .set({ resolution: null, is_read: 0 })
      .where('target', '=', target)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  /** Closes the open case of a subject that only this key has reported. False if there is none. */
  async dismissAlone(tx: AdminTransaction, target: string, reporter: string): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('report_cases')
      .set({ resolution: 'dismissed', is_read: 1 })
      .where('target', '=', target)
      .where('reporter', '=', reporter)
      .where('reporters', '=', 1)
      .where('resolution', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  async resolveAllOf(tx: AdminTransaction, pubkey: string): Promise<void> {
    await tx
      .updateTable('report_cases')
      .set({ resolution: 'deleted', is_read: 1 })
      .where('pubkey', '=', pubkey)
      .where('target', 'not like', 'file:%')
      .where('resolution', 'is', null)
      .execute()
  }

  async countAgainst(pubkeys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#countedCases().where('pubkey', 'in', pubkeys).execute()
    return new Map(rows.map(({ pubkey, reports }) => [pubkey, reports]))
  }

  mostReported(limit: number): Promise<{ pubkey: string; reports: number }[]> {
    return this.#countedCases()
      .where('pubkey', '<>', '')
      .orderBy('reports', 'desc')
      .orderBy('pubkey')
      .limit(limit)
      .execute()
  }

  casesAgainst(pubkey: string, limit: number): Promise<CaseRow[]> {
    return this.#reads
      .selectFrom('report_cases')
      .selectAll()
      .where('pubkey', '=', pubkey)
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute() as Promise<CaseRow[]>
  }

  casesBy(reporter: string, limit: number): Promise<CaseRow[]> {
    return this.#reads
      .selectFrom('reports')
      .innerJoin('report_cases', 'report_cases.id', 'reports.case_id')
      .selectAll('report_cases')
      .where('reports.reporter', '=', reporter)
      .orderBy('reports.case_id', 'desc')
      .limit(limit)
      .execute() as Promise<CaseRow[]>
  }

  #countedCases() {
    return this.#reads
      .selectFrom('report_cases')
      .select(({ fn }) => ['pubkey', fn.sum<number>('reporters').as('reports')])
      .where(({ eb, or }) => or([eb('resolution', 'is', null), eb('resolution', '<>', 'dismissed')]))
      .groupBy('pubkey')
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

type Text = { readonly event_id: string; readonly content: string }

/** For each case the number of new reports, the time of the last, and the last text, if one had any. */
function newsOf(counted: readonly CountedReport[], reports: readonly NewReport[]) {
  const order = new Map(reports.map(({ eventId }, place) => [eventId, place]))
  const placeOf = ({ event_id }: CountedReport) => order.get(event_id) ?? 0
  const news = new Map<number, { id: number; reporters: number; at: number; text?: Text }>()
  for (const report of counted.toSorted((one, other) => placeOf(one) - placeOf(other))) {
    const { at = 0, content = '' } = reports[placeOf(report)] ?? {}
    const { case_id: id, event_id } = report
    const before = news.get(id)
    news.set(id, {
      ...before,
      id,
      reporters: (before?.reporters ?? 0) + 1,
      at,
      ...(content !== '' && { text: { event_id, content } }),
    })
  }
  return news
}

const jsonOf = (rows: ReadonlyMap<unknown, object>) => JSON.stringify([...rows.values()])
