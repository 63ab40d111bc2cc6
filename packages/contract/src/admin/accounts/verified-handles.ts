import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'

const states = z.enum(['waiting', 'verified', 'failed', 'given_up'])

export const verifiedHandle = z.object({
  pubkey: hex64,
  handle: z.string(),
  /** `failed`: not confirmed, and checked again. `given_up`: not checked again. */
  state: states,
  /** Where the author's npub was found; empty if it was not. */
  source: z.enum(['bio', 'post', '']),
  followers: z.nullable(z.int()),
  /** Checks in a row that did not confirm it. */
  attempts: z.int(),
  /** RFC 3339, UTC. */
  checked_at: z.nullable(z.string()),
  verified_at: z.nullable(z.string()),
  next_at: z.nullable(z.string()),
})
export type VerifiedHandle = z.infer<typeof verifiedHandle>

const session = { tag: 'Settings', access: 'session' } as const

export const listVerifiedHandles = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/verified-handles',
  role: 'viewer',
  summary: 'X handles in this state, the latest checked first',
  staleOn: ['settings'],
  query: z.object({
    state: z._default(states, 'verified'),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 100),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  }),
  answers: { 200: z.object({ handles: z.array(verifiedHandle), count: z.int() }) },
  errors: [],
})

export const checkHandle = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/verified-handles/check',
  role: 'moderator',
  audit: null,
  summary: 'Check the X handle of this key now, whatever is due',
  body: z.object({ pubkey: hex64 }),
  answers: { 200: verifiedHandle },
  errors: ['not_found', 'unavailable'],
})
