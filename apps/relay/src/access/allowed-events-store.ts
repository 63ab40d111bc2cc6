import { sql } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'

export type AllowedEventRow = AdminTables['allowed_events']

export interface AllowedEventsQuery {
  /** Part of an id or of a reason. */
  readonly text?: string | undefined
  readonly limit: number
  readonly offset: number
}

export class AllowedEventsStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async listIds(): Promise<string[]> {
    const rows = await this.#reads.selectFrom('allowed_events').select('id').execute()
    return rows.map(({ id }) => id)
  }

  async list({ text, limit, offset }: AllowedEventsQuery): Promise<{ rows: AllowedEventRow[]; count: number }> {
    const holds = (column: 'id' | 'reason') => sql<boolean>`instr(lower(${sql.ref(column)}), lower(${text})) > 0`
    const matching = this.#reads
      .selectFrom('allowed_events')
      .$if(text !== undefined, select => select.where(({ or }) => or([holds('id'), holds('reason')])))
    const { count } = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    const rows = await matching
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute()
    return { rows, count }
  }

  async insert(tx: AdminTransaction, rows: readonly AllowedEventRow[]): Promise<void> {
    await tx.insertInto('allowed_events').values(rows).execute()
  }

  delete(tx: AdminTransaction, ids: readonly string[]): Promise<AllowedEventRow[]> {
    return tx.deleteFrom('allowed_events').where('id', 'in', ids).returningAll().execute()
  }
}
