import { type SelectQueryBuilder, sql } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'
import { type ChainedFacts, chainStart, hashOfEntry } from '../database/audit-chain.ts'
import type { AuditFilter } from './audit-filter.ts'

/** An entry as it stands in the table. */
export interface AuditRow extends ChainedFacts {
  readonly outcome: 'done' | 'refused'
  readonly hash: string
}

/** Writes are made one after the other, so that the newest entry is the one before this one. */
export async function appendAuditRow(tx: AdminTransaction, row: Omit<AuditRow, 'id' | 'hash'>): Promise<void> {
  const newest = await findNewest(tx)
  const id = (newest?.id ?? 0) + 1
  const hash = hashOfEntry(newest?.hash ?? chainStart, { id, ...row })
  await tx
    .insertInto('audit_log')
    .values({ id, ...row, hash })
    .execute()
}

export function findNewest(reads: AdminReads): Promise<{ id: number; hash: string } | undefined> {
  return reads.selectFrom('audit_log').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/** Newest first, from below `before` on. */
export async function listNewestFirst(
  reads: AdminReads,
  filter: AuditFilter,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<AuditRow[]> {
  return matching(reads, filter)
    .$if(before !== undefined, query => query.where('id', '<', before as number))
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Oldest first, from above `after` on. */
export async function listOldestFirst(
  reads: AdminReads,
  filter: AuditFilter,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<AuditRow[]> {
  return matching(reads, filter).where('id', '>', after).selectAll().orderBy('id').limit(limit).execute()
}

export async function listActions(reads: AdminReads): Promise<string[]> {
  const rows = await reads.selectFrom('audit_log').select('action').distinct().orderBy('action').execute()
  return rows.map(({ action }) => action)
}

export async function listActors(reads: AdminReads): Promise<string[]> {
  const rows = await reads.selectFrom('audit_log').select('actor').distinct().where('actor', 'is not', null).execute()
  return rows.map(({ actor }) => actor as string)
}

function matching(reads: AdminReads, filter: AuditFilter): SelectQueryBuilder<AdminTables, 'audit_log', object> {
  const { actor, action, outcome, text, from, to } = filter
  return reads
    .selectFrom('audit_log')
    .$if(actor !== undefined, query => query.where('actor', '=', actor as string))
    .$if(action !== undefined, query => query.where('action', '=', action as string))
    .$if(outcome !== undefined, query => query.where('outcome', '=', outcome as 'done'))
    .$if(text !== undefined, query => query.where(sql<number>`instr(lower(target), lower(${text}))`, '>', 0))
    .$if(from !== undefined, query => query.where('at', '>=', from as number))
    .$if(to !== undefined, query => query.where('at', '<', to as number))
}
