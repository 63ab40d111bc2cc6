import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { signedSats, sats as wholeSats } from '../../wallet/amounts.ts'
import { pubkeyInput } from '../accounts/auth.ts'

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

/** `behind`: not caught up for ten minutes; `unknown`: no answer since the start. */
export const chainSights = ['seen', 'behind', 'no_chain', 'no_wallet', 'unknown'] as const
export type ChainSight = (typeof chainSights)[number]

export const getPaymentReadiness = defineEndpoint({
  ...operator,
  method: 'GET',
  path: '/api/payment/readiness',
  summary: 'Whether subscribers can pay on-chain: no one is shown an address while the wallet does not see the chain',
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
  answers: { 200: z.object({ writers: z.int(), is_all: z.boolean() }) },
})

export const subscriptionStatuses = ['unpaid', 'active', 'grace', 'read_only', 'ended'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

export const subscriber = z.object({
  pubkey: hex64,
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
    status: z._default(z.enum([...subscriptionStatuses, 'paying', 'all']), 'paying'),
    /** A whole npub, or the start of a hex key or address. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    /** `newest` by the time of the address, `expiry` by the next end. */
    sort: z._default(z.enum(['newest', 'expiry']), 'newest'),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    after: z.optional(z.string().check(z.regex(/^\d{1,16}\.[0-9a-f]{64}$/))),
  }),
  answers: { 200: z.object({ subscribers: z.array(subscriber), next: z.nullable(z.string()) }) },
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
