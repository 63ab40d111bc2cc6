import type { BlockedPubkey } from '@hornets/contract/admin/access'

const columns = ['pubkey', 'reason', 'blocked_at'] as const
export type SortColumn = (typeof columns)[number]

export interface SortOrder {
  readonly column: SortColumn
  readonly descending: boolean
}

/** The relay's own order, newest first, which is omitted from the URL. */
export const newestFirst: SortOrder = { column: 'blocked_at', descending: true }

export interface AccessSearch {
  readonly q: string
  readonly sort: SortOrder
}

/** Reads the URL's query; invalid parts are ignored. */
export function readAccessSearch({ q, sort }: Readonly<Record<string, unknown>>): AccessSearch {
  const text = String(sort ?? '')
  const column = columns.find(name => name === text.replace(/^-/, ''))
  return { q: String(q ?? ''), sort: column ? { column, descending: text.startsWith('-') } : newestFirst }
}

export function writeAccessSearch({ q, sort }: AccessSearch): { q?: string; sort?: string } {
  const isUsual = sort.column === newestFirst.column && sort.descending === newestFirst.descending
  return { ...(q && { q }), ...(!isUsual && { sort: `${sort.descending ? '-' : ''}${sort.column}` }) }
}

/** The order after pressing a column's head: its natural order first (newest, A before Z), then reversed. */
export function nextOrder(now: SortOrder, column: SortColumn): SortOrder {
  return now.column === column
    ? { column, descending: !now.descending }
    : { column, descending: column === newestFirst.column }
}

/** Sorted rows; those without a reason always come last, and equal ones keep their order. */
export function sortBlocked(rows: readonly BlockedPubkey[], { column, descending }: SortOrder, locale: string) {
  const texts = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  const compare = (a: BlockedPubkey, b: BlockedPubkey) =>
    column === 'reason' ? texts.compare(a.reason, b.reason) : a[column] < b[column] ? -1 : Number(a[column] > b[column])
  const isEmpty = (row: BlockedPubkey) => Number(column === 'reason' && row.reason === '')
  return [...rows].sort((a, b) => isEmpty(a) - isEmpty(b) || (descending ? -1 : 1) * compare(a, b))
}
