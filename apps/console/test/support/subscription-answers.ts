import type { Person, PersonDetails } from '@hornets/contract/admin/accounts/people'
import type { HealthNotification } from '@hornets/contract/admin/notifications/health'
import type { ModerationNotification } from '@hornets/contract/admin/notifications/moderation-cases'
import type { ReportNotification } from '@hornets/contract/admin/notifications/reports'
import type { ListedRefusal } from '@hornets/contract/admin/refusals/refusals'
import {
  type EarningsRow,
  type PaymentNotification,
  paymentStatuses,
  type SubscriptionPayment,
} from '@hornets/contract/admin/subscriptions/payments'
import type { PaidSubscriberProfile, Subscriber } from '@hornets/contract/admin/subscriptions/subscribers'
import type { LedgerEntry } from '@hornets/contract/admin/subscriptions/timeline'
import { fullCases, noCases } from './case-answers.ts'

const keyOf = (digit: string) => digit.repeat(64)

export const paymentNotification = (id: number, more: Partial<PaymentNotification> = {}): PaymentNotification => ({
  id,
  pubkey: keyOf('b'),
  tx_id: keyOf('e'),
  amount: 12_345,
  subscription_tier: '1 GB per month',
  is_new_subscriber: false,
  expiration_date: '2026-09-30T12:00:00Z',
  created_at: '2026-08-30T12:00:00Z',
  is_read: true,
  ...more,
})

export const reportNotification = (id: number, more: Partial<ReportNotification> = {}): ReportNotification => ({
  id,
  pubkey: `0123456789${'a'.repeat(54)}`,
  event_id: keyOf('f'),
  file_hash: '',
  report_type: 'spam',
  report_content: 'Advertises coins under every note',
  reporter_pubkey: `abcdef0123${'9'.repeat(54)}`,
  report_count: 3,
  created_at: '2026-08-30T11:00:00Z',
  updated_at: '2026-08-30T12:00:00Z',
  is_read: false,
  ...more,
})

export const reportedEvent = {
  id: keyOf('f'),
  pubkey: reportNotification(1).pubkey,
  created_at: 1_788_000_000,
  kind: 1,
  tags: [],
  content: 'Buy my coins, <b>now</b>',
  sig: 'd'.repeat(128),
}

export function moderationNotification(id: number, state: ModerationNotification['state']): ModerationNotification {
  return {
    id,
    state,
    pubkey: String(id).repeat(64),
    event_id: String(id).repeat(64),
    reason: `nudity 0.9${id}`,
    is_read: false,
    content_type: 'image',
    media_url: 'https://media.example/a.jpg',
    thumbnail_url: '',
    created_at: '2026-01-01T10:00:00Z',
    expires_at: state === 'blocked' ? '2026-01-03T10:00:00Z' : null,
  }
}

export const person: Person = {
  pubkey: keyOf('b'),
  name: 'Ada Lovelace',
  picture: '',
  nip05: 'ada@example.com',
  nip05_verified: true,
  events_1h: 3,
  events_24h: 41,
  events_30d: 1204,
  events: 12_345,
  bytes: 8_400_000,
  files: 12,
  file_bytes: 48_000_000,
  reports: 2,
  last_seen: '2026-08-30T12:00:00Z',
  status: ['allowed'],
}

export const personDetails: PersonDetails = {
  person,
  about: 'Writes about hornets.',
  website: 'https://ada.example',
  first_seen: '2026-03-01T12:00:00Z',
  events: [reportedEvent],
  events_next: null,
  subscription: null,
  block: null,
  reports_against: [reportNotification(1)],
  reports_by: [],
  decisions: [
    {
      id: 7,
      at: '2026-08-29T12:00:00Z',
      action: 'access.block',
      by: keyOf('d'),
      by_name: 'Grace Hopper',
      reason: 'Floods the relay',
      expires_at: '2026-08-30T12:00:00Z',
    },
  ],
  notes: [{ id: 1, text: 'Asked to slow down.', at: '2026-08-29T12:00:00Z', by: keyOf('d'), by_name: 'Grace Hopper' }],
  quota: null,
  can_write: true,
}

/** A page of a list that has no other. */
export const wholeList = <Row>(notifications: readonly Row[]) => ({
  notifications,
  pagination: {
    currentPage: 1,
    pageSize: 10,
    totalItems: notifications.length,
    totalPages: notifications.length > 0 ? 1 : 0,
    hasNext: false,
    hasPrevious: false,
  },
})

/** So many paid subscribers; the strip moves from 7 on. */
export const faces = (count: number): PaidSubscriberProfile[] =>
  Array.from({ length: count }, (_, index) => ({
    pubkey: `0123456789${(index + 16).toString(16)}${'ab'.repeat(22)}fedcba98`,
    picture: '',
    name: index === 1 ? '' : `Subscriber ${index + 1}`,
    about: 'Writes about hornets.',
    metadata: { subscriptionTier: '1 GB per month', subscribedSince: '2026-03-01T12:00:00Z' },
  }))

export const subscriptionPayments: SubscriptionPayment[] = paymentStatuses.map((status, index) => ({
  id: 4 - index,
  pubkey: keyOf('b'),
  name: index === 1 ? 'Ada' : null,
  ...(status === 'scheduled'
    ? { txid: null, vout: null, payment_hash: keyOf('f') }
    : { txid: keyOf('e'), vout: index, payment_hash: null }),
  sats: 10_000 * (index + 1),
  usd: index === 2 ? null : 6.4 * (index + 1),
  status,
  tier: index === 1 ? '1 GB per month' : '',
  date: '2026-08-30T12:00:00Z',
  credited_at: index === 1 ? '2026-08-30T12:10:00Z' : null,
}))

export const subscriber: Subscriber = {
  pubkey: keyOf('b'),
  name: 'Ada',
  picture: '',
  status: 'active',
  tier: '1 GB per month',
  since: '2026-03-01T12:00:00Z',
  expires_at: '2026-09-30T12:00:00Z',
  credit_sats: 2500,
  paid_sats: 62_500,
  allotted_at: '2026-02-20T12:00:00Z',
}
const nobodyYet: Subscriber = {
  pubkey: keyOf('c'),
  name: null,
  picture: '',
  status: 'grace',
  tier: '5 GB per month',
  since: '2026-05-01T12:00:00Z',
  expires_at: '2026-08-28T12:00:00Z',
  credit_sats: 0,
  paid_sats: 80_000,
  allotted_at: '2026-04-20T12:00:00Z',
}

const ledgerEntry = (id: number, kind: LedgerEntry['kind'], more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id,
  at: '2026-08-30T12:00:00Z',
  kind,
  sats: 0,
  tier: '',
  months: 0,
  days: 0,
  coin: null,
  undoes: null,
  by: null,
  by_name: '',
  note: '',
  ...more,
})

const timeline: LedgerEntry[] = [
  ledgerEntry(4, 'gift', { days: 7, tier: '1 GB per month', by: keyOf('a'), by_name: 'Ada Lovelace', note: 'Sorry' }),
  ledgerEntry(3, 'purchase', { sats: -10_000, months: 1, tier: '1 GB per month' }),
  ledgerEntry(2, 'payment', { sats: 12_500, coin: `${keyOf('e')}:0` }),
  ledgerEntry(1, 'address'),
]

const earningsRows: EarningsRow[] = [
  {
    month: '2026-08',
    tier: '1 GB per month',
    new_subscribers: 3,
    renewed: 9,
    lost: 1,
    payments: 12,
    sats: 120_000,
    usd: 76.8,
    unpriced_sats: 0,
  },
  {
    month: '2026-08',
    tier: '',
    new_subscribers: 0,
    renewed: 0,
    lost: 0,
    payments: 1,
    sats: 500,
    usd: null,
    unpriced_sats: 500,
  },
  {
    month: '2026-07',
    tier: '5 GB per month',
    new_subscribers: 2,
    renewed: 1,
    lost: 0,
    payments: 3,
    sats: 120_000,
    usd: 71.4,
    unpriced_sats: 0,
  },
]

/** Something that lasts, something urgent and something that is over. */
export const healthNotifications: HealthNotification[] = [
  { id: 3, what: 'disk_low', severity: 'MEDIUM', subject: '', free_bytes: 1_900_000_000 },
  { id: 2, what: 'database_damaged', severity: 'HIGH', subject: 'relay.db' },
  { id: 1, what: 'wallet_behind', severity: 'LOW', subject: '', ended_at: '2026-08-29T12:40:00Z' },
].map(row => ({ ...row, created_at: '2026-08-29T12:00:00Z', is_read: true }) as HealthNotification)

const refusal = (id: number, more: Partial<ListedRefusal>): ListedRefusal => ({
  id,
  at: '2026-08-30T12:00:00Z',
  what: 'event',
  cause: 'word',
  rule: 'words:casino',
  pubkey: keyOf('b'),
  kind: 1,
  bytes: 412,
  address: '203.0.113.7',
  text: 'blocked: this text has a word that is blocked here',
  ...more,
})

const refusals: ListedRefusal[] = [
  refusal(3, {}),
  refusal(2, { cause: 'not-listed', rule: null, text: 'restricted: only keys on the list of this relay can publish' }),
  refusal(1, { what: 'connection', cause: 'address', rule: 'addresses:203.0.113.0/24', pubkey: null, kind: null }),
]

export const storedEvents = {
  events: [
    reportedEvent,
    {
      ...reportedEvent,
      id: keyOf('e'),
      kind: 30023,
      pubkey: keyOf('b'),
      created_at: 1_787_990_000,
      tags: [['d', 'nests']],
      content: `How hornets build: https://media.example/${keyOf('a')}.jpg`,
    },
  ],
  next: null,
  authors: [
    { pubkey: keyOf('b'), name: 'Ada Lovelace', picture: '', nip05: 'ada@example.com', nip05_verified: true },
    { pubkey: reportedEvent.pubkey, name: '', picture: '', nip05: '', nip05_verified: false },
  ],
  complete: true,
}

export const fullSubscriptions = {
  '/api/events': storedEvents,
  '/api/member-roles': { roles: [] },
  '/api/events/jobs': { jobs: [] },
  '/api/events/transfers': { transfers: [] },
  '/api/events/schedules': { schedules: [] },
  '/api/events/views': { views: [{ id: 1, name: 'Long texts', filter: { kinds: [30023] } }] },
  '/api/refusals': { refusals, next: null },
  '/api/refusals/counts': {
    counts: { word: 1204, 'not-listed': 310, address: 12 },
    unlisted: 300,
    by_hour: [{ hour: '2026-08-30T11:00:00Z', counts: { word: 1204, 'not-listed': 310, address: 12 } }],
    by_day: [{ day: '2026-08-30', counts: { word: 1204, 'not-listed': 310, address: 12 } }],
  },
  '/api/pictures': { pictures: [] },
  '/api/profiles': { profiles: [] },
  '/api/earnings/report': { rows: earningsRows },
  ...fullCases,
  '/api/people': {
    people: [person, { ...person, pubkey: keyOf('c'), name: '' }],
    count: 2,
    next: null,
    is_counted: true,
  },
  [`/api/people/${person.pubkey}`]: personDetails,
  [`/api/people/${person.pubkey}/events`]: { events: [reportedEvent], next: null },
  '/api/subscribers': { subscribers: [subscriber, nobodyYet], next: null },
  [`/api/subscribers/${subscriber.pubkey}`]: {
    ...subscriber,
    address: `bcrt1q${'x'.repeat(38)}`,
    used_bytes: 300_000_000,
    total_bytes: 2 ** 30,
    pending_sats: 1000,
    is_reminded_by_mail: true,
  },
  [`/api/subscribers/${subscriber.pubkey}/timeline`]: { entries: timeline, next: null },
  '/api/payments': { payments: subscriptionPayments, next: 7 },
  '/api/payments/unassigned': { payments: [] },
  '/api/subscribers/counts': {
    unpaid: 3,
    active: 12,
    grace: 1,
    read_only: 2,
    ended: 4,
    tiers: [{ tier: '1 GB per month', subscribers: 12, until: '2027-03-05T12:00:00Z' }],
  },
  '/api/paid-subscriber-profiles': faces(5),
  '/api/payment/readiness': { chain: 'seen' },
  '/api/zaps': { state: 'ready', lud16: 'hornet@pay.example', checked_by: 'server' },
  '/api/earnings': {
    total_sats: 1_230_000,
    total_usd: 812.34,
    unpriced_sats: 20_000,
    payments: 42,
    from: '2026-01-02T12:00:00Z',
    to: '2026-08-30T12:00:00Z',
  },
  '/api/payment/notifications': wholeList([
    paymentNotification(3, { is_new_subscriber: true, is_read: false }),
    paymentNotification(2, { subscription_tier: '', expiration_date: '0001-01-01T00:00:00Z', amount: 500 }),
    paymentNotification(1, { reversed_at: '2026-08-29T12:00:00Z', created_at: '2026-08-28T12:00:00Z' }),
  ]),
  '/api/moderation/notifications': wholeList([
    moderationNotification(1, 'blocked'),
    moderationNotification(2, 'disputed'),
    moderationNotification(3, 'flagged'),
  ]),
  '/api/reports/notifications': wholeList([
    reportNotification(2),
    reportNotification(1, { event_id: '', report_type: 'impersonation', report_count: 1, is_read: true }),
  ]),
  '/api/health/notifications': wholeList([]),
  '/api/health/setup': { lines: [] },
  '/api/health/rounds': { rounds: [] },
  [`/api/reports/event/${reportedEvent.id}`]: { event: reportedEvent },
}

export const emptySubscriptions = {
  '/api/events': { events: [], next: null, authors: [], complete: true },
  '/api/events/jobs': { jobs: [] },
  '/api/events/transfers': { transfers: [] },
  '/api/events/schedules': { schedules: [] },
  '/api/events/views': { views: [] },
  '/api/refusals': { refusals: [], next: null },
  '/api/refusals/counts': { counts: {}, unlisted: 0, by_hour: [], by_day: [] },
  '/api/pictures': { pictures: [] },
  '/api/profiles': { profiles: [] },
  '/api/earnings/report': { rows: [] },
  ...noCases,
  '/api/people': { people: [], count: 0, next: null, is_counted: true },
  '/api/subscribers': { subscribers: [], next: null },
  '/api/payments': { payments: [], next: null },
  '/api/payments/unassigned': { payments: [] },
  '/api/subscribers/counts': { unpaid: 0, active: 0, grace: 0, read_only: 0, ended: 0, tiers: [] },
  '/api/paid-subscriber-profiles': [],
  '/api/payment/readiness': { chain: 'no_wallet' },
  '/api/zaps': { state: 'no_address', lud16: null, checked_by: 'server' },
  '/api/earnings': { total_sats: 0, total_usd: null, unpriced_sats: 0, payments: 0, from: null, to: null },
  '/api/payment/notifications': wholeList([]),
  '/api/moderation/notifications': wholeList([]),
  '/api/reports/notifications': wholeList([]),
  '/api/health/notifications': wholeList([]),
  '/api/health/setup': { lines: [] },
  '/api/health/rounds': { rounds: [] },
}
