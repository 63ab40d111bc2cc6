import type { Answer, Received, StubRelay } from './stubs/stub-relay.ts'
import { paymentNotification, reportNotification } from './subscription-answers.ts'

export const listCalls = {
  payments: 'GET /api/payment/notifications',
  reports: 'GET /api/reports/notifications',
  moderation: 'GET /api/moderation/notifications',
} as const

/** A relay that keeps so many notifications, of which the first ones are unread, or those that come last. */
export function keepNotifications(
  relay: Pick<StubRelay, 'answers'>,
  which: 'payments' | 'reports',
  total: number,
  unread: number,
) {
  const box = { unread, total, areLastUnread: false }
  const isUnread = (id: number) => (box.areLastUnread ? id > box.total - box.unread : id <= box.unread)
  const make = which === 'payments' ? paymentNotification : reportNotification
  relay.answers.set(listCalls[which], ({ query }: Received): Answer => {
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
    const ids = Array.from({ length: box.total }, (_, index) => index + 1)
    const meant = query.get('filter') === 'unread' ? ids.filter(isUnread) : ids
    const shown = meant.slice((page - 1) * limit, page * limit)
    if (shown.length === 0) return { status: 204 }
    const totalPages = Math.ceil(meant.length / limit)
    return {
      body: {
        notifications: shown.map(id => make(id, { is_read: !isUnread(id) })),
        pagination: {
          currentPage: page,
          pageSize: limit,
          totalItems: meant.length,
          totalPages,
          hasNext: page < totalPages,
          hasPrevious: page > 1,
        },
      },
    }
  })
  return box
}
