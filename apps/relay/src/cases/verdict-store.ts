import { type Selectable, sql } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'

export type VerdictRow = Selectable<AdminTables['case_verdicts']>

export class VerdictStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  /** `batch`: of those given together, the first; null for the first. */
  async add(tx: AdminTransaction, row: Omit<VerdictRow, 'id' | 'batch'>, batch: number | null): Promise<number> {
    const values = { ...row, batch: batch ?? 0 }
    const { id } = await tx.insertInto('case_verdicts').values(values).returning('id').executeTakeFirstOrThrow()
    if (batch === null) await tx.updateTable('case_verdicts').set({ batch: id }).where('id', '=', id).execute()
    return id
  }

  async remove(tx: AdminTransaction, id: number): Promise<void> {
    await tx.deleteFrom('case_verdicts').where('id', '=', id).execute()
  }

  async update(tx: AdminTransaction, id: number, changes: Partial<Omit<VerdictRow, 'id'>>): Promise<void> {
    await tx.updateTable('case_verdicts').set(changes).where('id', '=', id).execute()
  }

  together(batch: number): Promise<VerdictRow[]> {
    return this.#reads
      .selectFrom('case_verdicts')
      .selectAll()
      .where('batch', '=', batch)
      .orderBy('id', 'desc')
      .execute()
  }

  find(id: number): Promise<VerdictRow | undefined> {
    return this.#reads.selectFrom('case_verdicts').selectAll().where('id', '=', id).executeTakeFirst()
  }

  of(caseId: number, limit: number): Promise<VerdictRow[]> {
    const rows = this.#reads.selectFrom('case_verdicts').selectAll().where('case_id', '=', caseId)
    return rows.orderBy('id', 'desc').limit(limit).execute()
  }

  async about(pubkey: string, exceptCase: number, limit: number): Promise<VerdictRow[]> {
    if (pubkey === '') return []
    return this.#reads
      .selectFrom('cases')
      .innerJoin('case_verdicts', 'case_verdicts.case_id', 'cases.id')
      .selectAll('case_verdicts')
      .where('cases.pubkey', '=', pubkey)
      .where('cases.id', '<>', exceptCase)
      .orderBy('cases.id', 'desc')
      .orderBy('case_verdicts.id', 'desc')
      .limit(limit)
      .execute()
  }

  async ofSameImages(caseId: number, limit: number): Promise<VerdictRow[]> {
    return this.#reads
      .selectFrom('case_images as own')
      .innerJoin('case_images as other', 'other.hash', 'own.hash')
      .innerJoin('case_verdicts', 'case_verdicts.case_id', 'other.case_id')
      .selectAll('case_verdicts')
      .distinct()
      .where('own.case_id', '=', caseId)
      .where('other.case_id', '<>', caseId)
      .orderBy('case_verdicts.id', 'desc')
      .limit(limit)
      .execute()
  }

  warnings(now: number, limit: number): Promise<VerdictRow[]> {
    const due = this.#reads.selectFrom('case_verdicts').selectAll().where('warn_at', '<=', now)
    return due.orderBy('warn_at').limit(limit).execute()
  }

  /** What is older cannot be undone any more, and its contents are forgotten. */
  async forgetUndo(tx: AdminTransaction, before: number): Promise<void> {
    await tx
      .updateTable('case_verdicts')
      .set({ undo: null })
      .where('undo', 'is not', null)
      .where('at', '<', before)
      .execute()
  }

  async tally(tx: AdminTransaction, day: number, names: readonly string[], by: 1 | -1): Promise<void> {
    await sql`INSERT INTO case_tallies (day, name, count) SELECT CAST(${day} AS BIGINT), value, CAST(${by} AS BIGINT)
      FROM json_each(${JSON.stringify(names)}) WHERE true
      ON CONFLICT (day, name) DO UPDATE SET count = case_tallies.count + excluded.count`.execute(tx)
  }

  async tallies(sinceDay: number): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#reads
      .selectFrom('case_tallies')
      .select(({ fn }) => ['name', fn.sum<number>('count').as('count')])
      .where('day', '>=', sinceDay)
      .groupBy('name')
      .execute()
    return new Map(rows.map(({ name, count }) => [name, count]))
  }
}
