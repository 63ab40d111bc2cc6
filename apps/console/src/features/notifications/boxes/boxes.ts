import {
  type HealthNotification,
  listHealthNotifications,
  readAllHealthNotifications,
  readHealthNotification,
} from '@hornets/contract/admin/notifications/health'
import {
  listReportNotifications,
  type ReportNotification,
  readAllReportNotifications,
  readReportNotification,
} from '@hornets/contract/admin/notifications/reports'
import {
  listPaymentNotifications,
  type PaymentNotification,
  readAllPaymentNotifications,
  readPaymentNotification,
} from '@hornets/contract/admin/subscriptions/payments'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/calls/api.ts'
import { cached, keyOf } from '../../../api/queries/cached.ts'
import { emptyPage, markRead, type Notice, type NoticePage } from './notification-page.ts'

export type BoxName = 'payments' | 'reports' | 'health'

export interface Asked {
  /** 1 for the first. */
  readonly page: number
  readonly limit: number
  readonly filter: 'all' | 'unread'
  /** Hex or npub: only what concerns this key. Of payments alone. */
  readonly pubkey?: string
}

/** A list of notifications: how it is loaded, and how its entries are marked as read. */
export interface Box<Row extends Notice> {
  readonly name: BoxName
  /** Where all of it is linked to (NOTIF-08). */
  readonly path: '/payment-notifications' | '/report-notifications' | '/health-notifications'
  /** Its list call: who may make it sees the box. */
  readonly call: typeof listPaymentNotifications | typeof listReportNotifications | typeof listHealthNotifications
  readonly read: (asked: Asked, signal: AbortSignal) => Promise<NoticePage<Row> | undefined>
  readonly mark: (id: number) => Promise<unknown>
  /** All of the box, or of one key. */
  readonly markAll: (pubkey?: string) => Promise<unknown>
}

export const payments: Box<PaymentNotification> = {
  name: 'payments',
  path: '/payment-notifications',
  call: listPaymentNotifications,
  read: ({ filter, pubkey, ...asked }, signal) => {
    const whose = pubkey && filter === 'all' ? 'user' : filter
    return api.call(listPaymentNotifications, { query: { ...asked, filter: whose, ...(pubkey && { pubkey }) }, signal })
  },
  mark: id => api.call(readPaymentNotification, { body: { id } }),
  markAll: pubkey => api.call(readAllPaymentNotifications, { body: pubkey ? { pubkey } : {} }),
}

export const reports: Box<ReportNotification> = {
  name: 'reports',
  path: '/report-notifications',
  call: listReportNotifications,
  read: ({ page, limit, filter }, signal) =>
    api.call(listReportNotifications, { query: { page, limit, filter }, signal }),
  mark: id => api.call(readReportNotification, { body: { id } }),
  markAll: () => api.call(readAllReportNotifications, { body: {} }),
}

export const health: Box<HealthNotification> = {
  name: 'health',
  path: '/health-notifications',
  call: listHealthNotifications,
  read: ({ page, limit, filter }, signal) =>
    api.call(listHealthNotifications, { query: { page, limit, filter }, signal }),
  mark: id => api.call(readHealthNotification, { body: { id } }),
  markAll: () => api.call(readAllHealthNotifications, { body: {} }),
}

/** A page of a box. */
export const pageOf = <Row extends Notice>({ call, read }: Box<Row>, asked: Asked) =>
  queryOptions({
    ...cached(call, { query: asked }),
    queryFn: async ({ signal }): Promise<NoticePage<Row>> =>
      (await read(asked, signal)) ?? emptyPage(asked.page, asked.limit),
  })

/** How many of a box are unread: the server counts them all. */
export const unreadOf = <Row extends Notice>(box: Box<Row>) => pageOf(box, { page: 1, limit: 1, filter: 'unread' })

/**
 * Shows at once that one or all are read, and what the badge then counts (NOTIF-09, NOTIF-10).
 * @returns the way back, for when the server refuses
 */
export async function showRead<Row extends Notice>(
  queryClient: QueryClient,
  box: Box<Row>,
  id: number | 'all',
): Promise<() => void> {
  const queryKey = keyOf(box.call)
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueriesData<NoticePage<Row>>({ queryKey })
  for (const [key, page] of before) if (page) queryClient.setQueryData(key, markRead(page, id))
  queryClient.setQueryData(unreadOf(box).queryKey, page => page && countDown(page, id))
  return () => {
    for (const [key, page] of before) queryClient.setQueryData(key, page)
  }
}

const countDown = <Row extends Notice>(page: NoticePage<Row>, id: number | 'all'): NoticePage<Row> => {
  const { totalItems } = page.pagination
  return { ...page, pagination: { ...page.pagination, totalItems: id === 'all' ? 0 : Math.max(0, totalItems - 1) } }
}
