import { type Answer, asIs, asRows, asValues, type Routes } from './route.ts'

type Values = Readonly<Record<string, unknown>>

/** With the members that our lists have besides. */
const listWith =
  (given: Values): Answer =>
  async ({ send }) => {
    const answer = await send()
    if (answer === undefined) return undefined
    const { notifications, pagination } = asValues(answer)
    return { pagination, notifications: asRows(notifications).map(row => ({ ...given, ...row })) }
  }

const statsWith =
  (...lists: readonly string[]): Answer =>
  async ({ send }) => {
    const stats = asValues(await send())
    return { ...stats, ...Object.fromEntries(lists.map(name => [name, stats[name] ?? []])) }
  }

const reportStats: Answer = async ({ send }) => {
  const stats = asValues(await send())
  const most_reported = asRows(stats.most_reported).map(row => ({ file_hash: '', ...row }))
  return { ...stats, by_report_type: stats.by_report_type ?? [], most_reported }
}

const changes = (path: string): Routes => ({
  [`POST ${path}/notifications/read`]: asIs,
  [`POST ${path}/notifications/read-all`]: asIs,
})

export const notificationRoutes: Routes = {
  'GET /api/payment/notifications': listWith({}),
  'GET /api/payment/stats': statsWith('by_tier', 'recent_transactions'),
  ...changes('/api/payment'),
  'GET /api/reports/notifications': listWith({ file_hash: '' }),
  'GET /api/reports/stats': reportStats,
  'GET /api/reports/event/:id': asIs,
  'DELETE /api/reports/event/:id': asIs,
  ...changes('/api/reports'),
  // It says what was found, not what became of it.
  'GET /api/moderation/notifications': listWith({ state: 'flagged', expires_at: null }),
  'GET /api/moderation/stats': statsWith('by_content_type', 'by_user', 'recent_reasons'),
  'GET /api/moderation/blocked-event/:id': asIs,
  'POST /api/moderation/unblock': asIs,
  'DELETE /api/moderation/event/:id': asIs,
  ...changes('/api/moderation'),
}
