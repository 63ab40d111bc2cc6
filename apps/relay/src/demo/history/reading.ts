import type { Chapter } from './world.ts'

const unreadDays = 10

export const reading: Chapter =
  ({ context, days }) =>
  async day => {
    if (day.index !== days - 1 - unreadDays) return
    for (const inbox of [context.subscriptions.payments.inbox, context.reports.inbox]) await inbox.readAll()
  }
