import type { FileSort } from '@hornets/contract/admin/files/catalogue'
import { compareText } from './listing/text-order.ts'

interface SortedRow {
  /** Unix seconds. */
  readonly received_at: number
  readonly bytes: number
  readonly folded: string
}

interface Order {
  readonly column: keyof SortedRow
  readonly descending: boolean
}

export const orders: Readonly<Record<FileSort, Order>> = {
  newest: { column: 'received_at', descending: true },
  oldest: { column: 'received_at', descending: false },
  largest: { column: 'bytes', descending: true },
  smallest: { column: 'bytes', descending: false },
  name: { column: 'folded', descending: false },
}

export const sortValue = (sort: FileSort, row: SortedRow): number | string => row[orders[sort].column]

/** Which of two places comes first in a list: negative for the first. Text compares by its bytes, as in SQLite. */
export function comparePositions(sort: FileSort, one: ListPosition, other: ListPosition): number {
  const order = compare(one.value, other.value) || compare(one.hash, other.hash)
  return orders[sort].descending ? -order : order
}

interface ListPosition {
  readonly value: number | string
  readonly hash: string
}

function compare(one: number | string, other: number | string): number {
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other)
  return compareText(one, other)
}
