import type { Cursor, Filter } from '../../filter.ts'
import type { ReadScope } from '../../read-scope.ts'
import { tagKey } from '../event-columns.ts'

export interface Sql {
  readonly text: string
  readonly values: readonly unknown[]
  /** Many ask in this form: it is worth a plan that is kept. */
  readonly isUsual?: boolean
}

export interface Asked {
  readonly scope: ReadScope
  readonly upTo: number
  /** Unix seconds; events that expired by then are left out (NIP-40). */
  readonly now: number
  /** True: the texts are not needed. */
  readonly isOfKeys?: boolean
}

export class Values {
  readonly list: unknown[] = []

  add(value: unknown): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

export const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')

/** The tag with the fewest values, by which an answer is looked up. */
export const narrowestTag = ({ tags = [] }: Filter) =>
  tags.toSorted(([, one], [, other]) => one.length - other.length)[0]

/** What applies to each event `e`: the filter without `limit` and `search`, and what its reader can see. */
export function conditionsOf(filter: Filter, { scope, upTo, now }: Asked, values: Values): string[] {
  const { ids, authors, kinds, tags = [] } = filter
  const all = [`e.seq <= ${values.add(upTo)}`, `(e.expires_at IS NULL OR e.expires_at > ${values.add(now)})`]
  if (ids) all.push(`e.id = ANY (${values.add(ids.map(bytes))})`)
  if (authors) all.push(`e.pubkey = ANY (${values.add(authors.map(bytes))})`)
  if (kinds) all.push(`e.kind = ANY (${values.add(kinds)}::int[])`)
  for (const [letter, wanted] of tags)
    all.push(`e.tags && ${values.add(wanted.map(value => tagKey(letter, value)))}::uuid[]`)
  all.push(...timesOf(filter, values, 'e'), ...visibleTo(scope, values))
  return all
}

/** Which of those that are held are shown; null: all. */
export function heldFrom({ held, keys }: ReadScope, values: Values): string | null {
  if (held === 'all') return null
  if (held === 'pending') return 'e.held <> 2'
  return `(e.held = 0 OR (e.held = 1 AND e.pubkey = ANY (${values.add(keys.map(bytes))})))`
}

function visibleTo(scope: ReadScope, values: Values): string[] {
  const { partyKinds, hidesPreferences, keys } = scope
  const held = heldFrom(scope, values)
  const all = held === null ? [] : [held]
  if (!hidesPreferences && partyKinds.length === 0) return all
  const isOwn = `e.pubkey = ANY (${values.add(keys.map(bytes))})`
  if (hidesPreferences) all.push(`(NOT e.is_preference OR ${isOwn})`)
  if (partyKinds.length > 0) {
    const isNamed = `e.tags && ${values.add(keys.map(key => tagKey('p', key)))}::uuid[]`
    all.push(`(e.kind <> ALL (${values.add(partyKinds)}::int[]) OR ${isOwn} OR ${isNamed})`)
  }
  return all
}

function following({ time, id }: Cursor, values: Values, e: string): string {
  const [at, key] = [values.add(time), values.add(bytes(id))]
  return `${e}.created_at <= ${at} AND (${e}.created_at < ${at} OR ${e}.id > ${key})`
}

/** Which parts are asked is known by them. */
export function boundsOf({ since, until }: Filter, values: Values, table = 'e'): string[] {
  const all: string[] = []
  if (since !== undefined) all.push(`${table}.created_at >= ${values.add(since)}`)
  if (until !== undefined) all.push(`${table}.created_at <= ${values.add(until)}`)
  return all
}

export function timesOf(filter: Filter, values: Values, table: string): string[] {
  const bounds = boundsOf(filter, values, table)
  return filter.after ? [...bounds, following(filter.after, values, table)] : bounds
}
