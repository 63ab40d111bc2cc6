import { type SelectQueryBuilder, sql } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'
import type { RefusalTables } from '../database/migrations/admin/110-refusals.ts'

export type RefusalRow = RefusalTables['refusals']
export type NewRefusalRow = Omit<RefusalRow, 'id'>
export type CountRow = RefusalTables['refusal_counts']

export interface RefusalFilter {
  readonly cause?: string | undefined
  readonly what?: string | undefined
  readonly pubkey?: string | undefined
  readonly address?: string | undefined
  readonly kind?: number | undefined
  readonly rule?: string | undefined
  readonly q?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** Ids above `after` and below `before`: one chunk. */
interface Span {
  readonly after: number
  readonly before: number
}

const deletedAtOnce = 2000
const hourMs = 3_600_000

export class RefusalsStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async insertRefusals(tx: AdminTransaction, rows: readonly NewRefusalRow[]): Promise<void> {
    const texts = ['what', 'cause', 'rule', 'pubkey', 'address', 'text'] as const
    const numbers = ['at', 'kind', 'bytes'] as const
    const names = [...texts, ...numbers]
    const values = [
      ...texts.map(name => sql`value ->> ${sql.lit(name)}`),
      ...numbers.map(name => sql`CAST(value ->> ${sql.lit(name)} AS BIGINT)`),
    ]
    await sql`INSERT INTO refusals (${sql.join(names.map(name => sql.ref(name)))})
      SELECT ${sql.join(values)} FROM json_each(${JSON.stringify(rows)})`.execute(tx)
  }

  async addCounts(tx: AdminTransaction, rows: readonly CountRow[]): Promise<void> {
    await sql`INSERT INTO refusal_counts (hour, cause, refused, unlisted)
      SELECT CAST(value ->> 'hour' AS BIGINT), value ->> 'cause', CAST(value ->> 'refused' AS BIGINT),
        CAST(value ->> 'unlisted' AS BIGINT)
      FROM json_each(${JSON.stringify(rows)}) WHERE true
      ON CONFLICT (hour, cause) DO UPDATE SET
        refused = refusal_counts.refused + excluded.refused, unlisted = refusal_counts.unlisted + excluded.unlisted`.execute(
      tx,
    )
  }

  /** Of the oldest lines those from before this time, and those beyond `linesMax`. Returns how many are gone. */
  async deleteOldest(
    tx: AdminTransaction,
    { before, linesMax }: { readonly before: number; readonly linesMax: number },
  ): Promise<number> {
    const { first, last } = await this.#ends(tx)
    if (first === null || last === null) return 0
    const { numDeletedRows } = await tx
      .deleteFrom('refusals')
      .where('id', '<', first + deletedAtOnce)
      .where(({ or, eb }) => or([eb('at', '<', before), eb('id', '<=', last - linesMax)]))
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  ends(): Promise<{ first: number | null; last: number | null }> {
    return this.#ends(this.#reads)
  }

  listNewestFirst(filter: RefusalFilter, { after, before }: Span, limit: number): Promise<RefusalRow[]> {
    return matching(this.#reads, filter)
      .where('id', '>', after)
      .where('id', '<', before)
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  }

  /** Of all hours that lie in this time, also in part. */
  listCounts(from: number, to: number): Promise<CountRow[]> {
    return this.#reads
      .selectFrom('refusal_counts')
      .selectAll()
      .where('hour', '>', from - hourMs)
      .where('hour', '<', to)
      .orderBy('hour')
      .execute()
  }

  async #ends(reads: AdminReads) {
    const [first, last] = await Promise.all(
      (['asc', 'desc'] as const).map(order =>
        reads.selectFrom('refusals').select('id').orderBy('id', order).limit(1).executeTakeFirst(),
      ),
    )
    return { first: first?.id ?? null, last: last?.id ?? null }
  }
}

type Query = SelectQueryBuilder<AdminTables, 'refusals', object>

function matching(reads: AdminReads, { q, from, to, ...same }: RefusalFilter): Query {
  let query: Query = reads.selectFrom('refusals')
  for (const [column, value] of Object.entries(same))
    if (value !== undefined) query = query.where(column as keyof typeof same, '=', value)
  if (q) query = query.where(sql<number>`instr(lower(text), lower(${q}))`, '>', 0)
  if (from !== undefined) query = query.where('at', '>=', from)
  if (to !== undefined) query = query.where('at', '<', to)
  return query
}
