import { type RawBuilder, sql } from 'kysely'
import type { TypePatterns } from './file-group.ts'
import type { FileQuery } from './file-query.ts'

export type ListIndex = 'files_by_arrival' | 'files_by_size' | 'files_by_name'

/**
 * The table and index of a list: all files in one of three orders, or an owner's part of an index. Each contains every
 * column that a filter uses, which avoids looking up each of 100,000 rows by its hash; the name keeps the query planner
 * from choosing another.
 */
export function sourceOf(query: FileQuery, index: ListIndex): RawBuilder<unknown> {
  return query.owner === undefined
    ? sql`files INDEXED BY ${sql.ref(index)}`
    : sql`file_owners INDEXED BY file_owners_listed`
}

/** All conditions of a filter, over `files`, or over `file_owners` if it names an owner. */
export function matches(query: FileQuery, ...further: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.join([...conditionsOf(query), ...further], sql` AND `)}`
}

/** The condition for any of these types. */
export function isOfTypes(types: readonly TypePatterns[]): RawBuilder<boolean> {
  const globs = (patterns: readonly string[]) =>
    sql.join(
      patterns.map(one => sql`mime GLOB ${one}`),
      sql` OR `,
    )
  const each = types.map(({ any, none }) =>
    none.length === 0 ? sql`(${globs(any)})` : sql`((${globs(any)}) AND NOT (${globs(none)}))`,
  )
  return types.length === 0 ? sql<boolean>`TRUE` : sql<boolean>`(${sql.join(each, sql` OR `)})`
}

export const isTrashed = ({ status }: Pick<FileQuery, 'status'>): 0 | 1 => (status === 'trashed' ? 1 : 0)

function conditionsOf(query: FileQuery): RawBuilder<boolean>[] {
  const { types, owner, text, from, to, minBytes, maxBytes } = query
  const conditions = [sql<boolean>`trashed = ${isTrashed(query)}`]
  if (owner !== undefined) conditions.unshift(sql`pubkey = ${owner}`)
  if (from !== undefined) conditions.push(sql`received_at >= ${from}`)
  if (to !== undefined) conditions.push(sql`received_at < ${to}`)
  if (minBytes !== undefined) conditions.push(sql`bytes >= ${minBytes}`)
  if (maxBytes !== undefined) conditions.push(sql`bytes <= ${maxBytes}`)
  if (types.length > 0) conditions.push(isOfTypes(types))
  if (text !== undefined) {
    const isHash = /^[0-9a-f]{4,64}$/.test(text)
    const named = sql<boolean>`instr(folded, ${text}) > 0`
    // No digit follows `f`.
    const begins = sql<boolean>`(hash >= ${text} AND hash < ${`${text}g`})`
    conditions.push(isHash ? sql`(${named} OR ${begins})` : named)
  }
  return conditions
}
