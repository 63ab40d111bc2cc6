import type { Chapter } from './world.ts'

const unreadDays = 10

/** The operator has read every notification but the latest, so that the bell shows a number. */
export const reading: Chapter =
  ({ context, days }) =>
  async day => {
    if (day.index !== days - 1 - unreadDays) return
    for (const inbox of [context.subscriptions.payments.inbox, context.reports.inbox]) await inbox.readAll()
  }
