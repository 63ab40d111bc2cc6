import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { hex64 } from '../nostr.ts'
import { expiryInput } from './access.ts'

const tag = 'Access control'

const code = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
export const invitationsMax = 10_000

export const accessInvitation = z.object({
  /** What a join request (NIP-43) brings along. */
  code: z.string(),
  note: z.string(),
  uses: z.int(),
  /** Null = any number. */
  uses_max: z.nullable(z.int()),
  expires_at: z.nullable(z.string()),
  created_at: z.string(),
  created_by: z.nullable(hex64),
  created_by_name: z.string(),
})
export type AccessInvitation = z.infer<typeof accessInvitation>

export const listAccessInvitations = defineEndpoint({
  method: 'GET',
  path: '/api/access/invitations',
  tag,
  summary: 'Codes with which keys can join as members, newest first',
  access: 'session',
  role: 'moderator',
  staleOn: ['access'],
  answers: { 200: z.object({ invitations: z.array(accessInvitation), count: z.int() }) },
  errors: [],
})

export const createAccessInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/access/invitations',
  tag,
  summary: 'Create a code with which keys can join as members',
  access: 'session',
  role: 'moderator',
  demo: 'plays',
  audit: 'access.invite',
  body: z.strictObject({
    note: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    /** Null = any number. */
    uses_max: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000))), 1),
    expires_at: z._default(expiryInput, null),
  }),
  answers: { 201: z.object({ invitation: accessInvitation }) },
  errors: ['invalid_fields', 'conflict'],
})

export const removeAccessInvitations = defineEndpoint({
  method: 'DELETE',
  path: '/api/access/invitations',
  tag,
  summary: 'Withdraw codes; who has joined with them stays a member',
  access: 'session',
  role: 'moderator',
  demo: 'plays',
  audit: 'access.withdraw-invitation',
  body: z.object({ codes: z.array(code).check(z.minLength(1), z.maxLength(1000)) }),
  answers: { 200: z.object({ removed: z.int() }) },
  errors: ['invalid_fields'],
})

export const accessMember = z.object({ pubkey: hex64, joined_at: z.string(), code: z.string() })
export type AccessMember = z.infer<typeof accessMember>

export const listAccessMembers = defineEndpoint({
  method: 'GET',
  path: '/api/access/members',
  tag,
  summary: 'Keys that have joined with an invitation, newest first',
  access: 'session',
  role: 'moderator',
  staleOn: ['access'],
  query: z.object({
    /** Part of the hex key. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 100),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  }),
  answers: { 200: z.object({ members: z.array(accessMember), count: z.int() }) },
  errors: [],
})

export const removeAccessMembers = defineEndpoint({
  method: 'DELETE',
  path: '/api/access/members',
  tag,
  summary: 'End memberships; the keys can join again with another invitation',
  access: 'session',
  role: 'moderator',
  demo: 'plays',
  audit: { end: 'access.end-membership', join: 'access.join', leave: 'access.leave', renew: 'access.renew-membership' },
  body: z.object({ pubkeys: z.array(hex64).check(z.minLength(1), z.maxLength(1000)) }),
  answers: { 200: z.object({ removed: z.int() }) },
  errors: ['invalid_fields'],
})
