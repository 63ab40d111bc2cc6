import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { hex64 } from '../nostr.ts'
import { pubkeyInput } from './accounts/auth.ts'

const tag = 'Access control'

/** Blocks that one call can lift: its transaction holds up other changes for a fraction of a second. */
export const liftedAtOnceMax = 1000
/** Blocks that one call can add: with the longest reasons they still fit into the accepted body. */
export const blockedAtOnceMax = 300

export const reasonChars = 500
/** RFC 3339; null = permanent. */
export const expiryInput = z.nullable(z.iso.datetime({ offset: true }))
const expires_at = z._default(expiryInput, null)
const reason = z._default(z.string().check(z.trim(), z.maxLength(reasonChars)), '')

export const blockedPubkey = z.object({
  pubkey: hex64,
  reason: z.string(),
  /** RFC 3339, UTC. */
  blocked_at: z.string(),
  /** RFC 3339, UTC; null = permanent. */
  expires_at: z._default(z.nullable(z.string()), null),
  /** Public key of the blocking admin; null if it was not recorded yet. */
  blocked_by: z._default(z.nullable(hex64), null),
  blocked_by_name: z._default(z.string(), ''),
})
export type BlockedPubkey = z.infer<typeof blockedPubkey>

/** Looked for by other consoles of the family; missing from older servers. */
const success = z.optional(z.literal(true))

const deletionOfEvents = {
  deleted_events: z.int(),
  /** There are so many that the deletion continues after the answer; `deleted_events` is then 0. */
  still_deleting: z._default(z.boolean(), false),
}

export const listBlockedPubkeys = defineEndpoint({
  method: 'GET',
  path: '/api/blocked-pubkeys',
  tag,
  summary: 'Blocked public keys, newest first; all of them without limit',
  access: 'session',
  role: 'viewer',
  staleOn: ['access'],
  query: z.object({
    /** Part of the hex key or of the reason, or a whole npub. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000))),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    /** 1: blocks that have expired, in place of those in force. */
    expired: z.optional(z.literal('1')),
  }),
  answers: { 200: z.object({ blocked_pubkeys: z.array(blockedPubkey), count: z.int() }) },
  errors: [],
})

export const blockPubkey = defineEndpoint({
  method: 'POST',
  path: '/api/blocked-pubkeys',
  tag,
  summary: 'Block an author, except an admin above you: refuses its events and AUTH, closes its connections',
  access: 'session',
  role: 'moderator',
  demo: 'plays',
  audit: { block: 'access.block', deletionBegun: 'events.delete_by_author_begun', deletion: 'events.delete_by_author' },
  body: z.object({ pubkey: pubkeyInput, reason, expires_at, delete_events: z._default(z.boolean(), false) }),
  answers: { 200: z.object({ success, message: z.string(), blocked: blockedPubkey, ...deletionOfEvents }) },
  errors: ['invalid_fields', 'conflict', 'password_needed'],
})

export const deleteAuthorEvents = defineEndpoint({
  method: 'POST',
  path: '/api/blocked-pubkeys/:pubkey/delete-events',
  tag,
  summary: 'Permanently delete all stored events of a blocked author, in small steps',
  access: 'session',
  role: 'moderator',
  stepUp: true,
  demo: 'plays',
  audit: { begun: 'events.delete_by_author_begun', done: 'events.delete_by_author' },
  params: z.object({ pubkey: pubkeyInput }),
  body: z.strictObject({}),
  answers: { 200: z.object({ message: z.string(), ...deletionOfEvents }) },
  errors: ['invalid_fields', 'not_found', 'conflict', 'password_needed'],
})

export const countStoredEvents = defineEndpoint({
  method: 'GET',
  path: '/api/blocked-pubkeys/:pubkey/stored-events',
  tag,
  summary: "Number of an author's stored events, which blocking with `delete_events` would delete",
  access: 'session',
  role: 'moderator',
  staleOn: ['access'],
  params: z.object({ pubkey: pubkeyInput }),
  answers: { 200: z.object({ count: z.int() }) },
  errors: ['unavailable'],
})

export const unblockPubkey = defineEndpoint({
  method: 'DELETE',
  path: '/api/blocked-pubkeys/:pubkey',
  tag,
  summary: 'Unblock an author',
  access: 'session',
  role: 'moderator',
  demo: 'plays',
  audit: 'access.unblock',
  params: z.object({ pubkey: pubkeyInput }),
  answers: { 200: z.object({ success, message: z.string() }) },
  errors: ['not_found'],
})

export const blockPubkeys = defineEndpoint({
  method: 'POST',
  path: '/api/blocked-pubkeys/block-many',
  tag,
  summary: 'Block many authors, except admins above you; all or none, skipping those already blocked',
  access: 'session',
  role: 'moderator',
  demo: 'plays',
  audit: 'access.block',
  body: z.object({
    blocks: z
      .array(z.object({ pubkey: pubkeyInput, reason, expires_at }))
      .check(z.minLength(1), z.maxLength(blockedAtOnceMax)),
    /** Restores lifted blocks unchanged, with reason, date and blocking admin. */
    restore: z._default(z.boolean(), false),
  }),
  answers: { 200: z.object({ blocked: z.array(blockedPubkey), already: z.int() }) },
  errors: ['invalid_fields', 'conflict'],
})

export const unblockPubkeys = defineEndpoint({
  method: 'POST',
  path: '/api/blocked-pubkeys/unblock-many',
  tag,
  summary: 'Unblock many authors, all or none; returns their blocks, so that they can be restored',
  access: 'session',
  role: 'moderator',
  stepUp: true,
  demo: 'plays',
  audit: 'access.unblock',
  body: z.object({ pubkeys: z.array(pubkeyInput).check(z.minLength(1), z.maxLength(liftedAtOnceMax)) }),
  answers: { 200: z.object({ unblocked: z.array(blockedPubkey), already: z.int() }) },
  errors: ['invalid_fields', 'password_needed'],
})
