import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { hex64, nostrEvent } from '../nostr.ts'
import type { Role } from '../roles.ts'
import { sats, signedSats, txid } from '../wallet/amounts.ts'
import { fileStatuses } from './files/catalogue.ts'
import { subscriptionStatuses } from './subscriptions/subscribers.ts'

/** The console searches pages and settings itself. */

const tag = 'Search'

export const foundEvent = z.object({
  category: z.literal('events'),
  id: hex64,
  pubkey: hex64,
  author: z.nullable(z.string()),
  kind: z.int(),
  /** Unix seconds. */
  created_at: z.int(),
  /** The part of its text around the match, on one line. */
  excerpt: z.string(),
})
export type FoundEvent = z.infer<typeof foundEvent>

export const foundTransaction = z.object({
  category: z.literal('transactions'),
  txid,
  /** RFC 3339, UTC. */
  date: z.string(),
  /** Satoshis: positive if received, negative if sent. */
  value: signedSats,
  address: z.string(),
  /** Counted up to 100; null for a payment that the wallet has not reported yet. */
  confirmations: z.nullable(z.int().check(z.minimum(0))),
  /** On the first line of a payment by the wallet: its fee. */
  fee_sats: z.optional(sats),
})
export type FoundTransaction = z.infer<typeof foundTransaction>

export const foundFile = z.object({
  category: z.literal('files'),
  hash: hex64,
  /** The uploader's name for it; without one, its hash with an extension. */
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  /** Hex; empty if nobody holds it any more. */
  owner: z.string(),
  /** RFC 3339, UTC. */
  uploaded_at: z.string(),
  status: z.enum(fileStatuses),
})
export type FoundFile = z.infer<typeof foundFile>

export const foundSubscriber = z.object({
  category: z.literal('subscribers'),
  pubkey: hex64,
  name: z.nullable(z.string()),
  status: z.enum(subscriptionStatuses),
  /** Last bought or given: '1 GB per month'. Empty if there was nothing. */
  tier: z.string(),
  address: z.string(),
})
export type FoundSubscriber = z.infer<typeof foundSubscriber>

export const foundPerson = z.object({
  category: z.literal('people'),
  pubkey: hex64,
  /** Null without a profile on this relay. */
  name: z.nullable(z.string()),
})
export type FoundPerson = z.infer<typeof foundPerson>

export const searchedCategories = ['people', 'events', 'files', 'subscribers', 'transactions'] as const
export type SearchedCategory = (typeof searchedCategories)[number]

/** Minimum role for each category: that of the calls which show the same data. Others find nothing in it. */
export const searchedBy: Readonly<Record<SearchedCategory, Role>> = {
  people: 'moderator',
  events: 'viewer',
  files: 'viewer',
  subscribers: 'operator',
  transactions: 'operator',
}

export const searchResult = z.discriminatedUnion('category', [
  foundPerson,
  foundEvent,
  foundFile,
  foundSubscriber,
  foundTransaction,
])
export type SearchResult = z.infer<typeof searchResult>

export const search = defineEndpoint({
  method: 'GET',
  path: '/api/search',
  tag,
  summary:
    'Events by id, author, address or text; files by name, hash or owner; for moderators, people by name or key; for operators, subscribers by name, key or address, and transactions by id or address. The best matches of each category',
  access: 'session',
  role: 'viewer',
  staleOn: ['wallet'],
  query: z.object({
    /** Words; hex, npub, nprofile, note, nevent, naddr; or the beginning of a key, hash, txid or address. */
    q: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
    category: z.optional(z.enum(searchedCategories)),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(20)), 8),
  }),
  answers: { 200: z.object({ results: z.array(searchResult), unfinished: z.array(z.enum(searchedCategories)) }) },
  errors: [],
})

export const getEvent = defineEndpoint({
  method: 'GET',
  path: '/api/events/:id',
  tag,
  summary: 'One stored event',
  access: 'session',
  role: 'viewer',
  params: z.object({ id: hex64 }),
  answers: { 200: z.object({ event: nostrEvent, author: z.nullable(z.string()) }) },
  errors: ['not_found'],
})
