import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { hex64 } from '../nostr.ts'
import { signedChallenge, unsignedEvent } from '../sign-in.ts'

export { logout } from '../sign-in.ts'

const tag = 'Sign-in'

export const challenge = defineEndpoint({
  method: 'GET',
  path: '/challenge',
  tag,
  summary: 'An unsigned event to sign, valid for one sign-in within 2 minutes',
  access: 'public',
  query: z.object({ pubkey: z.optional(hex64) }),
  answers: { 200: unsignedEvent },
  errors: ['rate_limited', 'unavailable'],
})

export const verify = defineEndpoint({
  method: 'POST',
  path: '/verify',
  tag,
  summary: "An operator's signed challenge; returns a token valid for 15 minutes",
  access: 'public',
  audit: 'sign-in',
  body: signedChallenge,
  answers: { 200: z.object({ token: z.string() }) },
  errors: ['invalid_credentials', 'rate_limited', 'unavailable'],
})

export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/audit',
  tag,
  summary: "The wallet's actions and refusals, newest first",
  access: 'session',
  query: z.object({ limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100) }),
  answers: {
    200: z.array(
      z.object({
        /** RFC 3339, UTC. */
        at: z.string(),
        /** Public key of the operator; null without a session. */
        actor: z.nullable(hex64),
        action: z.string(),
        /** Repeated refusals within an hour become one further row with a count: `Token expired ×12`. */
        detail: z.string(),
        address: z.nullable(z.string()),
        outcome: z.enum(['done', 'refused']),
      }),
    ),
  },
  errors: [],
})
