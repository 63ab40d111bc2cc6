import type { PaidSubscriberProfile } from '@hornets/contract/admin/subscriptions/subscribers'
import {
  faces,
  healthNotifications,
  paymentNotification,
  person,
  reportNotification,
  subscriber,
  wholeList,
} from '../subscription-answers.ts'
import { filesAnswers } from './stub-files.ts'

/** As people call themselves: short, long, without a break, without a name; all in letters that the console's font has. */
const names = [
  'Hodlonaut',
  'A very long display name that somebody chose to fill a line',
  '',
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik',
  'Société des amateurs d’abeilles et de frelons',
  'Grüne Wiese',
  'Ada',
  'gmgmgmgmgmgmgmgmgmgmgmgm',
  'Nils Lindqvist',
  'i',
  'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW',
  'Xenia van der Something-Hyphenated',
]
const unbroken = 'spam'.repeat(120)
const keyOf = (index: number) => (index + 16).toString(16).repeat(32)
const kinds = [1, 0, 3, 4, 5, 6, 7, 1059, 1984, 9735, 10_002, 10_063, 30_023, 30_078, 34_235]

const subscribers: PaidSubscriberProfile[] = faces(names.length).map((face, index) => ({
  ...face,
  name: names[index] ?? '',
  about: unbroken,
}))

/** A relay in full use: a dozen subscribers, long names and texts, a hundred thousand events. */
export const busy = {
  '/api/paid-subscriber-profiles': subscribers,
  '/api/relaycount': { kinds: 104_233, photos: 18_402, videos: 1204, audio: 340, misc: 77 },
  '/api/kinds': kinds.map((kindNumber, index) => ({
    kindNumber,
    kindCount: Math.round(104_233 / (index + 1)),
    totalSize: 1234.5 / (index + 1),
  })),
  ...Object.fromEntries(
    kinds.map(kind => [
      `/api/kind-trend/${kind}`,
      ['2026-06', '2026-07', '2026-08'].map((month, index) => ({ month, totalSize: 100 + index * kind })),
    ]),
  ),
  ...filesAnswers(200),
  '/api/subscribers': {
    subscribers: names.map((name, index) => ({
      ...subscriber,
      pubkey: keyOf(index),
      name: name || null,
      paid_sats: 2_100_000_000,
      credit_sats: index * 1_234_567,
    })),
    next: null,
  },
  '/api/people': {
    people: names.map((name, index) => ({
      ...person,
      pubkey: keyOf(index),
      name,
      nip05: index % 2 ? `${'long'.repeat(12)}@example.com` : 'ada@example.com',
      events: 1_000_000 - index,
      reports: index % 3,
      status: index % 2 ? ['blocked', 'member'] : [],
    })),
    count: 104_233,
    next: '1.1',
    is_counted: true,
  },
  '/api/blocked-pubkeys': {
    blocked_pubkeys: names.map((name, index) => ({
      pubkey: keyOf(index),
      reason: index % 2 ? unbroken.slice(0, 300) : `Floods the relay, says ${name}`,
      blocked_at: '2026-08-20T10:00:00Z',
      blocked_by: 'd'.repeat(64),
      blocked_by_name: name,
    })),
    count: names.length,
  },
  '/api/payment/notifications': wholeList(
    names.map((_, index) => paymentNotification(names.length - index, { amount: 2_100_000_000, is_read: index > 3 })),
  ),
  '/api/reports/notifications': wholeList(
    names.map((_, index) =>
      reportNotification(names.length - index, { report_content: unbroken, report_count: 1200 - index }),
    ),
  ),
  '/api/health/notifications': wholeList(healthNotifications),
}
