import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { hex64 } from '../nostr.ts'
import { pubkeyInput } from './auth.ts'

const tag = 'Access control'

export const blockedPubkey = z.object({
  pubkey: hex64,
  reason: z.string(),
  /** RFC 3339, UTC. */
  blocked_at: z.string(),
})
export type BlockedPubkey = z.infer<typeof blockedPubkey>

export const listBlockedPubkeys = defineEndpoint({
  method: 'GET',
  path: '/api/blocked-pubkeys',
  tag,
  summary: 'Blocked public keys, newest first; all of them without limit',
  access: 'session',
  query: z.object({
    /** Part of the hex key or of the reason, or a whole npub. */
    q: z.string().trim().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(1000).optional(),
    offset: z.coerce.number().int().min(0).default(0),
  }),
  answers: { 200: z.object({ blocked_pubkeys: z.array(blockedPubkey), count: z.number().int() }) },
  errors: [],
})

export const blockPubkey = defineEndpoint({
  method: 'POST',
  path: '/api/blocked-pubkeys',
  tag,
  summary: 'Block an author: refuse its events and AUTH, close its connections',
  access: 'session',
  body: z.object({
    pubkey: pubkeyInput,
    reason: z.string().trim().max(500).default(''),
    /** Also delete what this author has stored here. */
    delete_events: z.boolean().default(false),
  }),
  answers: { 200: z.object({ message: z.string(), blocked: blockedPubkey, deleted_events: z.number().int() }) },
  errors: ['invalid_fields', 'conflict', 'password_needed'],
})

export const unblockPubkey = defineEndpoint({
  method: 'DELETE',
  path: '/api/blocked-pubkeys/:pubkey',
  tag,
  summary: 'Lift a block',
  access: 'session',
  params: z.object({ pubkey: pubkeyInput }),
  answers: { 200: z.object({ message: z.string() }) },
  errors: ['not_found'],
})
