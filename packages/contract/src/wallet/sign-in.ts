import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { hex64, nostrEvent } from '../nostr.ts'

const tag = 'Sign-in'

export const challenge = defineEndpoint({
  method: 'GET',
  path: '/challenge',
  tag,
  summary: 'An event to sign, unsigned: valid for 2 minutes, for one sign-in',
  access: 'public',
  query: z.object({
    /** Who will sign, where the wallet has several operators. */
    pubkey: hex64.optional(),
  }),
  answers: {
    200: z.object({
      kind: z.literal(1),
      pubkey: hex64,
      created_at: z.number().int(),
      tags: z.array(z.array(z.string())),
      content: z.string(),
    }),
  },
  errors: ['rate_limited', 'unavailable'],
})

export const verify = defineEndpoint({
  method: 'POST',
  path: '/verify',
  tag,
  summary: 'The signed challenge of an operator; answers a token that is valid for 15 minutes',
  access: 'public',
  body: z.object({
    challenge: z.string().min(1).max(200),
    signature: z.string().max(200),
    messageHash: z.string().max(200),
    event: nostrEvent,
  }),
  answers: { 200: z.object({ token: z.string() }) },
  errors: ['invalid_credentials', 'rate_limited', 'unavailable'],
})

export const logout = defineEndpoint({
  method: 'POST',
  path: '/logout',
  tag,
  summary: 'Revoke the token of this call',
  access: 'session',
  answers: { 200: z.object({ message: z.string() }) },
  errors: [],
})

export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/audit',
  tag,
  summary: 'What has been done with the wallet and what was refused, newest first',
  access: 'session',
  query: z.object({ limit: z.coerce.number().int().min(1).max(500).default(100) }),
  answers: {
    200: z.array(
      z.object({
        /** RFC 3339, UTC. */
        at: z.string(),
        /** Public key of the operator; null when nobody was signed in. */
        actor: hex64.nullable(),
        action: z.string(),
        detail: z.string(),
        address: z.string().nullable(),
        outcome: z.enum(['done', 'refused']),
      }),
    ),
  },
  errors: [],
})
