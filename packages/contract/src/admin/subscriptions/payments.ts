import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { signedSats, txid, sats as wholeSats } from '../../wallet/amounts.ts'
import { pubkeyInput } from '../accounts/auth.ts'
import { notificationCalls } from '../notifications/notification-calls.ts'
import { notificationId, pageQuery } from '../notifications/notification-page.ts'

const session = { tag: 'Payments', access: 'session', role: 'operator', errors: [] } as const
/** RFC 3339, UTC. */
const timestamp = z.string()
const month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))

export const paymentNotification = z.object({
  id: notificationId,
  pubkey: hex64,
  /** Of a Lightning payment: its payment hash. */
  tx_id: txid,
  lightning: z.optional(z.literal(true)),
  amount: wholeSats,
  /** What it bought: '1 GB per month'. Empty if it stays as credit. */
  subscription_tier: z.string(),
  is_new_subscriber: z.boolean(),
  expiration_date: timestamp,
  created_at: timestamp,
  is_read: z.boolean(),
  /** When the chain took the payment back; missing if it did not. */
  reversed_at: z.optional(timestamp),
})
export type PaymentNotification = z.infer<typeof paymentNotification>

const calls = notificationCalls({
  tag: 'Payments',
  path: '/api/payment',
  topic: 'payments',
  role: 'operator',
  row: paymentNotification,
  summary: 'One per credited payment, newest first; 204 if the page is empty',
  allRead: 'All notifications marked as read',
})

export const paymentNotifications = {
  ...calls,
  list: defineEndpoint({
    ...calls.list,
    query: z.object({
      ...pageQuery,
      filter: z._default(z.enum(['all', 'unread', 'user']), 'all'),
      pubkey: z.optional(pubkeyInput),
    }),
  }),
  readAll: defineEndpoint({
    ...calls.readAll,
    summary: 'Mark all as read, or all of one key',
    body: z.strictObject({ pubkey: z.optional(z.union([pubkeyInput, z.literal('')])) }),
  }),
}

export const getPaymentStats = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/payment/stats',
  summary: 'Income from subscriptions, and current subscribers',
  staleOn: ['payments', 'subscribers'],
  answers: {
    200: z.object({
      /** Satoshis. */
      total_revenue: signedSats,
      revenue_today: signedSats,
      active_subscribers: z.int(),
      new_subscribers_today: z.int(),
      by_tier: z.array(z.object({ tier: z.string(), count: z.int(), revenue: signedSats })),
      recent_transactions: z.array(z.object({ pubkey: hex64, amount: wholeSats, tier: z.string(), date: timestamp })),
    }),
  },
})

export const paymentStatuses = ['pending', 'paid', 'failed', 'scheduled'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const subscriptionPayment = z.object({
  id: z.int(),
  pubkey: hex64,
  name: z.nullable(z.string()),
  /** Its output; both null for a Lightning payment. */
  txid: z.nullable(txid),
  vout: z.nullable(z.int()),
  /** Of a Lightning payment; null for others. */
  payment_hash: z.nullable(hex64),
  sats: wholeSats,
  /** 2 decimals, by the rate nearest the payment; null if unknown. */
  usd: z.nullable(z.number()),
  status: z.enum(paymentStatuses),
  tier: z.string(),
  /** Date of the block, or else of first sight. */
  date: timestamp,
  credited_at: z.nullable(timestamp),
})
export type SubscriptionPayment = z.infer<typeof subscriptionPayment>

export const listSubscriptionPayments = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/payments',
  summary: 'Payments for subscriptions, newest first',
  staleOn: ['payments'],
  query: z.object({
    status: z.optional(z.enum(paymentStatuses)),
    pubkey: z.optional(pubkeyInput),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    after: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  }),
  answers: { 200: z.object({ payments: z.array(subscriptionPayment), next: z.nullable(z.int()) }) },
})

export const listUnassignedPayments = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/payments/unassigned',
  summary: 'The newest 100 payments to addresses of subscribers that no key has, as after restoring a backup',
  staleOn: ['payments', 'wallet'],
  answers: {
    200: z.object({
      payments: z.array(
        z.object({
          txid,
          vout: z.int(),
          address: z.string(),
          sats: wholeSats,
          confirmations: z.int(),
          date: timestamp,
        }),
      ),
    }),
  },
})

export const assignPayments = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/payments/assign',
  summary: 'Credit a key with what such an address has received, and receives later',
  demo: 'plays',
  audit: 'subscribers.assign',
  body: z.object({ address: z.string().check(z.minLength(1), z.maxLength(100)), pubkey: pubkeyInput }),
  answers: { 200: z.object({ message: z.string() }) },
  errors: ['not_found', 'conflict', 'invalid_fields'],
})

export const getEarnings = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/earnings',
  summary:
    'The sum of all credited subscription payments less refunds, in satoshis and USD (rate closest to each payment)',
  staleOn: ['payments'],
  answers: {
    200: z.object({
      total_sats: signedSats,
      total_usd: z.nullable(z.number()),
      /** Satoshis without a known rate. */
      unpriced_sats: signedSats,
      payments: z.int(),
      /** The period, from the first to the last payment. Null if there is none. */
      from: z.nullable(timestamp),
      to: z.nullable(timestamp),
    }),
  },
})

/** A month and a tier. A payment without a purchase, and a refund, count under the tier ''. */
export const earningsRow = z.object({
  month,
  tier: z.string(),
  new_subscribers: z.int(),
  renewed: z.int(),
  /** Ended after their grace period without a renewal. */
  lost: z.int(),
  payments: z.int(),
  sats: signedSats,
  /** 2 decimals; null if unknown. */
  usd: z.nullable(z.number()),
  unpriced_sats: signedSats,
})
export type EarningsRow = z.infer<typeof earningsRow>

const period = { from: z.optional(month), to: z.optional(month) }

export const getEarningsReport = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/earnings/report',
  summary: 'By month and tier, less refunds, newest month first; by default the last 12 months',
  staleOn: ['payments', 'subscribers'],
  query: z.object(period),
  answers: { 200: z.object({ rows: z.array(earningsRow) }) },
})

export const exportEarnings = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/earnings/export',
  summary:
    'Credited payments of the period as CSV, for accounting, and every refund, on whose date its cancellation counts',
  query: z.object({ ...period, separator: z._default(z.enum(['comma', 'semicolon']), 'comma') }),
  answers: { 200: null },
  produces: 'text/csv',
})
