import { type HealthNotification, healthNotifications } from '@hornets/contract/admin/notifications/health'
import {
  type ModerationNotification,
  moderationNotifications,
} from '@hornets/contract/admin/notifications/moderation-cases'
import type { NotificationCalls } from '@hornets/contract/admin/notifications/notification-calls'
import { type ReportNotification, reportNotifications } from '@hornets/contract/admin/notifications/reports'
import { type PaymentNotification, paymentNotifications } from '@hornets/contract/admin/subscriptions/payments'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/calls/api.ts'
import { cached, keyOf } from '../../../api/queries/cached.ts'
import { emptyPage, markRead, type Notice, type NoticePage } from './notification-page.ts'

export type BoxName = 'payments' | 'reports' | 'health' | 'moderation'

export interface Asked {
  /** 1 for the first. */
  readonly page: number
  readonly limit: number
  readonly filter: 'all' | 'unread'
  readonly pubkey?: string
}

export interface Box<Row extends Notice> {
  readonly name: BoxName
  /** Where all of it is linked to (NOTIF-08). */
  readonly path:
    | '/payment-notifications'
    | '/report-notifications'
    | '/health-notifications'
    | '/moderation-notifications'
  readonly calls: NotificationCalls<Row>
}

export const payments: Box<PaymentNotification> = {
  name: 'payments',
  path: '/payment-notifications',
  calls: paymentNotifications,
}
export const reports: Box<ReportNotification> = {
  name: 'reports',
  path: '/report-notifications',
  calls: reportNotifications,
}
export const health: Box<HealthNotification> = {
  name: 'health',
  path: '/health-notifications',
  calls: healthNotifications,
}
export const moderation: Box<ModerationNotification> = {
  name: 'moderation',
  path: '/moderation-notifications',
  calls: moderationNotifications,
}

export const pageOf = <Row extends Notice>({ calls }: Box<Row>, asked: Asked) => {
  const query = { ...asked, filter: asked.pubkey && asked.filter === 'all' ? 'user' : asked.filter } as const
  return queryOptions({
    ...cached(calls.list, { query: asked }),
    queryFn: async ({ signal }): Promise<NoticePage<Row>> =>
      (await api.call(calls.list, { query, signal })) ?? emptyPage(asked.page, asked.limit),
  })
}

/** How many of a box are unread: the server counts them all. */
export const unreadOf = <Row extends Notice>(box: Box<Row>) => pageOf(box, { page: 1, limit: 1, filter: 'unread' })

/** NOTIF-09, NOTIF-10. Returns the way back, for when the server refuses. */
export async function showRead<Row extends Notice>(
  queryClient: QueryClient,
  box: Box<Row>,
  id: number | 'all',
): Promise<() => void> {
  const queryKey = keyOf(box.calls.list)
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
