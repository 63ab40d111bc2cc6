import type { NotificationPage } from '@hornets/contract/admin/notifications/notification-page'
import { satsPerBitcoin } from '../../../ui/text/usd.ts'

export interface Notice {
  readonly id: number
  readonly is_read: boolean
}

export type NoticePage<Row extends Notice = Notice> = NotificationPage<Row>

/** Rows on a page of a notification list (CONST-04). */
export const pageSize = 10

/** What a server means that answers 204: nothing there (NOTIF-16). */
export const emptyPage = (page: number, limit: number): NoticePage<never> => ({
  notifications: [],
  pagination: {
    currentPage: page,
    pageSize: limit,
    totalItems: 0,
    totalPages: 0,
    hasNext: false,
    hasPrevious: page > 1,
  },
})

/** The highest number that the badge spells out (NOTIF-02, CONST-11). */
const badgeMax = 99

/** `12`, `99+`; none for nothing unread. */
export function badgeText(unread: number): string | undefined {
  if (unread <= 0) return undefined
  return unread > badgeMax ? `${badgeMax}+` : String(unread)
}

/** Satoshis as bitcoin, exactly: 12345 are 0.00012345 (NOTIF-13). */
export const bitcoinOf = (sats: number): number => sats / satsPerBitcoin

export function markRead<Row extends Notice>(page: NoticePage<Row>, id: number | 'all'): NoticePage<Row> {
  const isMeant = (row: Row) => !row.is_read && (id === 'all' || row.id === id)
  if (!page.notifications.some(isMeant)) return page
  return { ...page, notifications: page.notifications.map(row => (isMeant(row) ? { ...row, is_read: true } : row)) }
}
