import { type SelectQueryBuilder, sql } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'
import { type ChainedFacts, chainStart, hashOfEntry } from '../database/audit-chain.ts'
import type { AuditFilter } from './audit-filter.ts'

export interface AuditRow extends ChainedFacts {
  readonly outcome: 'done' | 'refused'
  readonly hash: string
}

/** Entries above `after` up to `upTo`: one chunk. */
export interface AuditSpan {
  readonly after: number
  readonly upTo: number
}

/** Steps through the column's index; DISTINCT would read every row. */
async function listDistinct(reads: AdminReads, column: 'action' | 'actor'): Promise<string[]> {
  const name = sql.ref(column)
  const found = sql<{ value: string }>`(
    WITH RECURSIVE found (value) AS (
      SELECT min(${name}) FROM audit_log
      UNION ALL SELECT (SELECT min(${name}) FROM audit_log WHERE ${name} > found.value) FROM found WHERE value IS NOT NULL
    ) SELECT value FROM found WHERE value IS NOT NULL)`
  const rows = await reads.selectFrom(found.as('found')).select('value').execute()
  return rows.map(({ value }) => value)
}

type Query = SelectQueryBuilder<AdminTables, 'audit_log', object>

const within = (query: Query, { after, upTo }: AuditSpan): Query =>
  query.where('id', '>', after).where('id', '<=', upTo)

function matching(reads: AdminReads, filter: AuditFilter): Query {
  const { actor, action, outcome, text, keys = [], from, to } = filter
  return reads
    .selectFrom('audit_log')
    .$if(actor !== undefined, query => query.where('actor', '=', actor as string))
    .$if(action !== undefined, query => query.where('action', '=', action as string))
    .$if(outcome !== undefined, query => query.where('outcome', '=', outcome as 'done'))
    .$if(text !== undefined, query =>
      query.where(
        sql<boolean>`(instr(lower(target), lower(${text})) > 0
          OR substr(target, length(target) - 63) IN (SELECT value FROM json_each(${JSON.stringify(keys)})))`,
      ),
    )
    .$if(from !== undefined, query => query.where('at', '>=', from as number))
    .$if(to !== undefined, query => query.where('at', '<', to as number))
}

export class AuditStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  /** Writes are serial, so the newest entry precedes the first of these. */
  async appendAuditRows(tx: AdminTransaction, rows: readonly Omit<AuditRow, 'id' | 'hash'>[]): Promise<void> {
    let last = (await this.findNewest(undefined, tx)) ?? { id: 0, hash: chainStart }
    for (const row of rows) {
      const id = last.id + 1
      last = { id, hash: hashOfEntry(last.hash, { id, ...row }) }
      await tx
        .insertInto('audit_log')
        .values({ ...row, ...last })
        .execute()
    }
  }

  findNewest(before?: number, reads: AdminReads = this.#reads): Promise<{ id: number; hash: string } | undefined> {
    return reads
      .selectFrom('audit_log')
      .select(['id', 'hash'])
      .$if(before !== undefined, query => query.where('id', '<', before as number))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  }

  async findOldest(after: number): Promise<number | undefined> {
    const query = this.#reads.selectFrom('audit_log').select('id').where('id', '>', after).orderBy('id').limit(1)
    return (await query.executeTakeFirst())?.id
  }

  async listNewestFirst(filter: AuditFilter, span: AuditSpan, limit: number): Promise<AuditRow[]> {
    return within(matching(this.#reads, filter), span).selectAll().orderBy('id', 'desc').limit(limit).execute()
  }

  async listOldestFirst(filter: AuditFilter, span: AuditSpan): Promise<AuditRow[]> {
    return within(matching(this.#reads, filter), span).selectAll().orderBy('id').execute()
  }

  async listAbout(
    targets: readonly string[],
    actions: readonly string[],
    limit: number,
    before?: number,
  ): Promise<AuditRow[]> {
    return this.#reads
      .selectFrom('audit_log')
      .selectAll()
      .where('target', 'in', targets)
      .where('action', 'in', actions)
      .where('outcome', '=', 'done')
      .$if(before !== undefined, query => query.where('id', '<', before as number))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  }

  /** When this action was last recorded, milliseconds; null for never. */
  async findLastAt(action: string): Promise<number | null> {
    const query = this.#reads
      .selectFrom('audit_log')
      .select('at')
      .where('action', '=', action)
      .orderBy('id', 'desc')
      .limit(1)
    return (await query.executeTakeFirst())?.at ?? null
  }

  async listActions(): Promise<string[]> {
    return listDistinct(this.#reads, 'action')
  }

  async listActors(): Promise<string[]> {
    return listDistinct(this.#reads, 'actor')
  }
}
