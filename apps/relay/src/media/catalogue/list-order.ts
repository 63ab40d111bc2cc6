import type { FileSort } from '@hornets/contract/admin/files/catalogue'
import type { ListIndex } from './filter-sql.ts'

/** What files are sorted by. */
interface SortedRow {
  /** Unix seconds. */
  readonly received_at: number
  readonly bytes: number
  /** The name in lower case. */
  readonly folded: string
}

interface Order {
  readonly column: keyof SortedRow
  readonly descending: boolean
  readonly index: ListIndex
}

export const orders: Readonly<Record<FileSort, Order>> = {
  newest: { column: 'received_at', descending: true, index: 'files_by_arrival' },
  oldest: { column: 'received_at', descending: false, index: 'files_by_arrival' },
  largest: { column: 'bytes', descending: true, index: 'files_by_size' },
  smallest: { column: 'bytes', descending: false, index: 'files_by_size' },
  name: { column: 'folded', descending: false, index: 'files_by_name' },
}

/** The sort key of a row. */
export const sortValue = (sort: FileSort, row: SortedRow): number | string => row[orders[sort].column]
