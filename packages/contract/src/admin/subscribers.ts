import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { hex64 } from '../nostr.ts'
import { maxSats, signedSats, sats as wholeSats } from '../wallet/amounts.ts'
import { pubkeyInput } from './auth.ts'
import { dataLimit } from './relay-settings.ts'

/** Who pays for the relay. Faces are for every admin; addresses, credit and payments for operators alone. */

const tag = 'Subscribers'
const session = { tag, access: 'session', errors: [] } as const
const operator = { ...session, role: 'operator' } as const
/** RFC 3339, UTC. */
const timestamp = z.string()
const params = z.object({ pubkey: pubkeyInput })

export const paidSubscriberProfile = z.object({
  pubkey: hex64,
  picture: z.string(),
  name: z.string(),
  about: z.string(),
  metadata: z.object({ subscriptionTier: z.string(), subscribedSince: timestamp }),
})
export type PaidSubscriberProfile = z.infer<typeof paidSubscriberProfile>

export const listPaidSubscriberProfiles = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/paid-subscriber-profiles',
  role: 'viewer',
  summary: 'Profiles of current paid subscribers, newest first',
  staleOn: ['subscribers'],
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  }),
  answers: { 200: z.array(paidSubscriberProfile) },
})

/** How a subscription stands. */
export const subscriptionStatuses = [
  /** Has an address and never had a subscription. */
  'unpaid',
  'active',
  /** Run out, and still writes for some days. */
  'grace',
  /** Run out: reads, and writes within the free tier at most. */
  'read_only',
  /** Over: no more reminders. What is stored stays. */
  'ended',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

export const subscriber = z.object({
  pubkey: hex64,
  /** Name and picture of the profile, where this relay has one. */
  name: z.nullable(z.string()),
  picture: z.string(),
  status: z.enum(subscriptionStatuses),
  /** What was bought or given last: '1 GB per month'. Empty while there was nothing. */
  tier: z.string(),
  /** Of the first subscription; null while there was none. */
  since: z.nullable(timestamp),
  expires_at: z.nullable(timestamp),
  /** Satoshis that have bought nothing yet. Below 0 where the chain took back what was refunded. */
  credit_sats: signedSats,
  /** Satoshis of all payments that stand. */
  paid_sats: signedSats,
  /** When the key got its address. */
  allotted_at: timestamp,
})
export type Subscriber = z.infer<typeof subscriber>

export const listSubscribers = defineEndpoint({
  ...operator,
  method: 'GET',
  path: '/api/subscribers',
  summary: 'Subscribers by page',
  staleOn: ['subscribers', 'payments'],
  query: z.object({
    /** `paying`: all that ever had a subscription. */
    status: z._default(z.enum([...subscriptionStatuses, 'paying', 'all']), 'paying'),
    /** A whole npub, or the beginning of a hex key or of an address. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    /** `newest` by the time of the address, `expiry` those first that run out first. */
    sort: z._default(z.enum(['newest', 'expiry']), 'newest'),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    /** `next` of the page before. */
    after: z.optional(z.string().check(z.regex(/^\d{1,16}\.[0-9a-f]{64}$/))),
  }),
  answers: {
    /** `next`: null on the last page. */
    200: z.object({ subscribers: z.array(subscriber), next: z.nullable(z.string()) }),
  },
})

export const getSubscriberCounts = defineEndpoint({
  ...operator,
  method: 'GET',
  path: '/api/subscribers/counts',
  summary: 'Numbers of subscribers by status, and of paid ones by tier: who is affected by changing a tier',
  staleOn: ['subscribers'],
  answers: {
    200: z.object({
      unpaid: z.int(),
      active: z.int(),
      grace: z.int(),
      read_only: z.int(),
      ended: z.int(),
      tiers: z.array(z.object({ tier: z.string(), subscribers: z.int() })),
    }),
  },
})

export const getSubscriber = defineEndpoint({
  ...operator,
  method: 'GET',
  path: '/api/subscribers/:pubkey',
  summary: 'One subscriber, with address and usage',
  staleOn: ['subscribers', 'payments'],
  params,
  answers: {
    200: z.extend(subscriber, {
      address: z.string(),
      /** Bytes; `total_bytes` null where nothing limits the key. */
      used_bytes: z.int(),
      total_bytes: z.nullable(z.int()),
      /** Satoshis in no block yet, or in too few. */
      pending_sats: wholeSats,
    }),
  },
  errors: ['not_found'],
})

/** What the ledger tells of a subscriber. */
export const ledgerKinds = [
  /** An address was allotted. */
  'address',
  /** A payment was credited, and taken back by the chain. */
  'payment',
  'payment_reversed',
  /** Credit was used for months of a tier; the chain took away what paid for it. */
  'purchase',
  'purchase_undone',
  /** By an admin. */
  'gift',
  'tier_change',
  'refund',
  'refund_cancelled',
  /** By time. */
  'reminder',
  'expired',
  'ended',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]

export const ledgerEntry = z.object({
  id: z.int(),
  at: timestamp,
  kind: z.enum(ledgerKinds),
  /** What it changes of the credit; 0 for most kinds. Credit is the sum of all. */
  sats: signedSats,
  /** Empty where no tier is concerned. */
  tier: z.string(),
  /** Whole months or days that it adds. */
  months: z.int(),
  days: z.int(),
  /** Its coin, where it has one: `<txid>:<vout>`. */
  coin: z.nullable(z.string()),
  /** Id of the entry that it undoes. */
  undoes: z.nullable(z.int()),
  /** The admin who did it, and their name; null and empty for what happens by itself. */
  by: z.nullable(hex64),
  by_name: z.string(),
  /** Words of that admin, or what was sent: `expires_in_7_days`. */
  note: z.string(),
})
export type LedgerEntry = z.infer<typeof ledgerEntry>

export const listLedger = defineEndpoint({
  ...operator,
  method: 'GET',
  path: '/api/subscribers/:pubkey/timeline',
  summary: 'History of one subscriber, newest first',
  staleOn: ['subscribers', 'payments'],
  params,
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
    /** `next` of the page before. */
    after: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  }),
  answers: { 200: z.object({ entries: z.array(ledgerEntry), next: z.nullable(z.int()) }) },
  errors: ['not_found'],
})

const note = z._default(z.string().check(z.trim(), z.maxLength(500)), '')
const changed = { 200: z.object({ message: z.string(), subscriber }) }

export const giftDaysMax = 3660

export const giveDays = defineEndpoint({
  ...operator,
  method: 'POST',
  path: '/api/subscribers/:pubkey/gift',
  summary: 'Give a key days of a tier, starting when its current time ends. The key needs no address',
  demo: 'plays',
  audit: 'subscribers.gift',
  params,
  body: z.object({
    days: z.int().check(z.minimum(1), z.maximum(giftDaysMax)),
    /** Its own when not given. */
    tier: z.optional(dataLimit),
    note,
  }),
  answers: changed,
  errors: ['not_found', 'invalid_fields'],
})

export const changeTier = defineEndpoint({
  ...operator,
  method: 'POST',
  path: '/api/subscribers/:pubkey/tier',
  summary: 'Move a running subscription to another tier until it ends. Bought time is never removed',
  demo: 'plays',
  audit: 'subscribers.change_tier',
  params,
  body: z.object({ tier: dataLimit, note }),
  answers: changed,
  errors: ['not_found', 'conflict', 'invalid_fields'],
})

export const prepareRefund = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/subscribers/:pubkey/refund',
  role: 'owner',
  stepUp: true,
  summary: "Refund a subscriber's credit: returns the payment to make, which the wallet pays like any other",
  audit: 'subscribers.refund',
  params,
  body: z.object({
    /** Satoshis, of the credit at most. */
    sats: z.int().check(z.minimum(1), z.maximum(maxSats)),
    /** Where the subscriber wants it. */
    address: z.string().check(z.trim(), z.minLength(14), z.maxLength(100)),
    note,
  }),
  answers: {
    200: z.object({
      message: z.string(),
      /** To cancel it by, as long as it has not been paid. */
      refund_id: z.int(),
      /** As the wallet's call for a payment names them. */
      recipient_address: z.string(),
      spend_amount: wholeSats,
      /** For the wallet's Idempotency-Key: the same refund is paid once. */
      intention: z.string(),
    }),
  },
  errors: ['not_found', 'conflict', 'invalid_fields', 'password_needed'],
})

export const cancelRefund = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/subscribers/:pubkey/refund/cancel',
  role: 'owner',
  stepUp: true,
  summary: 'Cancel an unpaid refund and restore the credit',
  audit: 'subscribers.cancel_refund',
  params,
  body: z.object({ refund_id: z.int().check(z.minimum(1)) }),
  answers: changed,
  errors: ['not_found', 'conflict', 'password_needed'],
})
