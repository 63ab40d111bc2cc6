import type { Pagination } from '@hornets/contract/admin/notifications/notification-page'

/** The position of a page in a list of `total` rows. */
export function paginationOf({ page, limit, total }: { page: number; limit: number; total: number }): Pagination {
  const totalPages = Math.ceil(total / limit)
  return {
    ...{ currentPage: page, pageSize: limit, totalItems: total, totalPages },
    ...{ hasNext: page < totalPages, hasPrevious: page > 1 },
  }
}
