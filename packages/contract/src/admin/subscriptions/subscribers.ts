import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { maxSats, signedSats, txid, sats as wholeSats } from '../../wallet/amounts.ts'
import { pubkeyInput } from '../accounts/auth.ts'
import { dataLimit } from '../relay-settings.ts'

/** The relay's subscribers: who pays is seen by operators and owners. */

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
  ...operator,
  method: 'GET',
  path: '/api/paid-subscriber-profiles',
  summary: 'Profiles of current paid subscribers, newest first',
  staleOn: ['subscribers'],
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  }),
  answers: { 200: z.array(paidSubscriberProfile) },
})

/**
 * What the wallet sees of the chain. `behind`: it has not caught up for ten minutes; `unknown`: it has not answered
 * since the start.
 */
export const chainSights = ['seen', 'behind', 'no_chain', 'no_wallet', 'unknown'] as const
export type ChainSight = (typeof chainSights)[number]

export const getPaymentReadiness = defineEndpoint({
  ...operator,
  method: 'GET',
  path: '/api/payment/readiness',
  summary: 'Whether subscribers can pay on-chain: nobody is shown an address while the wallet does not see the chain',
  staleOn: ['relay_settings', 'health'],
  answers: { 200: z.object({ chain: z.enum(chainSights) }) },
})

/** How far back `countFreeWriters` looks. */
export const writersDays = 30

export const countFreeWriters = defineEndpoint({
  ...operator,
  method: 'GET',
  path: '/api/payment/free-writers',
  summary: 'Keys that wrote here in the last 30 days and would be refused if only subscribers could write',
  staleOn: ['relay_settings', 'subscribers'],
  answers: {
    200: z.object({
      writers: z.int(),
      /** False: there are too many events to look at all, so there are at least so many keys. */
      is_all: z.boolean(),
    }),
  },
})

/** The state of a subscription. */
export const subscriptionStatuses = [
  /** Has an address but never had a subscription. */
  'unpaid',
  'active',
  /** Expired, but can still write for some days. */
  'grace',
  /** Expired: reads, and writes at most within the free tier. */
  'read_only',
  /** Over, without further reminders. Stored data stays. */
  'ended',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

export const subscriber = z.object({
  pubkey: hex64,
  /** Name and picture of the profile, if this relay has one. */
  name: z.nullable(z.string()),
  picture: z.string(),
  status: z.enum(subscriptionStatuses),
  /** Last bought or given: '1 GB per month'. Empty if there was nothing. */
  tier: z.string(),
  /** Start of the first subscription; null if there was none. */
  since: z.nullable(timestamp),
  expires_at: z.nullable(timestamp),
  /** Satoshis that have bought nothing yet. Negative if the chain took back what was refunded. */
  credit_sats: signedSats,
  /** Satoshis of all valid payments. */
  paid_sats: signedSats,
  /** When the key received its address. */
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
    /** A whole npub, or the start of a hex key or address. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    /** `newest` by the time of the address, `expiry` by the next end. */
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
      /** `until`: the latest end among them. */
      tiers: z.array(z.object({ tier: z.string(), subscribers: z.int(), until: timestamp })),
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
      /** Bytes; `total_bytes` is null without a limit. */
      used_bytes: z.int(),
      total_bytes: z.nullable(z.int()),
      /** Satoshis with too few confirmations. */
      pending_sats: wholeSats,
      /** Whether reminders go to a confirmed mail address, which only the subscriber can read. */
      is_reminded_by_mail: z.boolean(),
    }),
  },
  errors: ['not_found'],
})

/** Kinds of entries in a subscriber's ledger. */
export const ledgerKinds = [
  /** An address was assigned. */
  'address',
  /** A payment was credited, or taken back by the chain. */
  'payment',
  'payment_reversed',
  /** Credit was used for months of a tier, or the chain took back its payment. */
  'purchase',
  'purchase_undone',
  /** By an admin. */
  'gift',
  'tier_change',
  'refund',
  'refund_cancelled',
  /** The wallet has paid a refund that was cancelled: it takes its credit after all. */
  'refund_stands',
  /** By time. */
  'reminder',
  'expired',
  'ended',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]

/** Why a refund's payment is not in a block. */
export const stuckReasons = [
  /** Nodes have it, but no block for more than a day. */
  'slow',
  /** No node takes it now; the wallet sends it again and again. */
  'untaken',
  /** What it is built on is gone, so it may never confirm. */
  'orphaned',
  /** The wallet has neither reported nor seen it since: it was restored from an older backup. */
  'unseen',
] as const
export type StuckReason = (typeof stuckReasons)[number]

export const ledgerEntry = z.object({
  id: z.int(),
  at: timestamp,
  kind: z.enum(ledgerKinds),
  /** The change of the credit; 0 for most kinds. The credit is the sum of all. */
  sats: signedSats,
  /** Empty if it concerns no tier. */
  tier: z.string(),
  /** Whole months or days added. */
  months: z.int(),
  days: z.int(),
  /** Its coin, if any: `<txid>:<vout>`. */
  coin: z.nullable(z.string()),
  /** Of a Lightning payment. */
  payment_hash: z.optional(hex64),
  /** Id of the entry that it undoes. */
  undoes: z.nullable(z.int()),
  /** The admin and their name; null and empty for automatic entries. */
  by: z.nullable(hex64),
  by_name: z.string(),
  /** The admin's note, or the notice sent: `expires_in_7_days`. */
  note: z.string(),
  /** Of a refund: the payment to make, and its state. */
  refund: z.optional(
    z.object({
      recipient_address: z.string(),
      /** For the wallet's Idempotency-Key. */
      intention: z.string(),
      /**
       * open: not paid yet. unclear: ordered without an answer from the wallet; ordering it again under the same key never
       * pays it twice. Only these two can be paid. sent: on its way. stuck: sent, but it needs somebody's attention.
       */
      state: z.enum(['open', 'unclear', 'sent', 'stuck', 'paid', 'cancelled']),
      /** Of its payment, after replacements; null while there is none. */
      txid: z.nullable(txid),
      /** Since when its payment is without a block, and why. */
      stuck: z.optional(z.object({ reason: z.enum(stuckReasons), since: timestamp })),
    }),
  ),
})
export type LedgerEntry = z.infer<typeof ledgerEntry>

export const listLedger = defineEndpoint({
  ...operator,
  method: 'GET',
  path: '/api/subscribers/:pubkey/timeline',
  summary: 'History of one subscriber, newest first',
  staleOn: ['subscribers', 'payments', 'wallet'],
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
    /** Default: its own. */
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
    /** Satoshis, at most the credit. */
    sats: z.int().check(z.minimum(1), z.maximum(maxSats)),
    /** The subscriber's address for it. */
    address: z.string().check(z.trim(), z.minLength(14), z.maxLength(100)),
    note,
  }),
  answers: {
    200: z.object({
      message: z.string(),
      /** For cancelling it before it is paid. */
      refund_id: z.int(),
      /** As named by the wallet's payment call. */
      recipient_address: z.string(),
      spend_amount: wholeSats,
      /** For the wallet's Idempotency-Key, so that a refund is paid only once. */
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
