import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { SubscriptionStatus } from '@hornets/contract/admin/subscriptions/subscribers'

export const dayMs = 86_400_000

type Terms = Pick<RelaySettings, 'graceDays' | 'readOnlyDays'>

/** Events around the end of a subscription. Each has a bit in `subscribers.noticed`; together they are 127. */
export const notices = [
  { name: 'expires_in_7_days', bit: 1, is: 'reminder', day: () => -7 },
  { name: 'expires_in_1_day', bit: 2, is: 'reminder', day: () => -1 },
  { name: 'run_out', bit: 4, is: 'run_out', day: () => 0 },
  { name: 'expired_1_day_ago', bit: 8, is: 'reminder', day: () => 1 },
  { name: 'expired_7_days_ago', bit: 16, is: 'reminder', day: () => 7 },
  { name: 'read_only', bit: 32, is: 'expired', day: ({ graceDays }: Terms) => graceDays },
  { name: 'ended', bit: 64, is: 'ended', day: ({ graceDays, readOnlyDays }: Terms) => graceDays + readOnlyDays },
] as const
export type Notice = (typeof notices)[number]

export function dueNotices(expiresAt: number, now: number, terms: Terms): Notice[] {
  return notices
    .map(notice => ({ notice, at: expiresAt + notice.day(terms) * dayMs }))
    .filter(({ at }) => at <= now)
    .sort((one, other) => one.at - other.at)
    .map(({ notice }) => notice)
}

/** Bits of reminders that are too late for a new end. Notices that end something are never too late. */
export function pastNotices(expiresAt: number, now: number, terms: Terms): number {
  return dueNotices(expiresAt, now, terms)
    .filter(({ is }) => is === 'reminder')
    .reduce((bits, { bit }) => bits | bit, 0)
}

/** When the first pending notice is due; null if there is none. */
export function nextNoticeAt(expiresAt: number, noticed: number, terms: Terms): number | null {
  const times = notices.filter(({ bit }) => (noticed & bit) === 0).map(({ day }) => expiresAt + day(terms) * dayMs)
  return times.length === 0 ? null : Math.min(...times)
}

/** The current state of a subscription. All times are milliseconds. */
export function statusOf(expiresAt: number | null, now: number, terms: Terms): SubscriptionStatus {
  if (expiresAt === null) return 'unpaid'
  if (now < expiresAt) return 'active'
  const readOnlyFrom = expiresAt + terms.graceDays * dayMs
  if (now < readOnlyFrom) return 'grace'
  return now < readOnlyFrom + terms.readOnlyDays * dayMs ? 'read_only' : 'ended'
}
