import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { nostrEvent } from '../../nostr.ts'
import { unsignedEvent } from '../../sign-in.ts'
import { password, pubkeyInput } from '../accounts/auth.ts'
import { moveMessages } from './move-messages.ts'
import { movedThings } from './moved-things.ts'
import { transfer } from './transfers.ts'

/** Moving here from a server of the HORNETS family: an owner signs in there, sees what there is, and takes it. */
const session = { tag: 'Moving', access: 'session', role: 'owner' } as const

export const oldServerUrl = z
  .string()
  .check(z.trim(), z.regex(/^https?:\/\/[^\s@?#]+$/, moveMessages.address), z.maxLength(500))
const relayUrl = z.optional(z.string().check(z.trim(), z.regex(/^wss?:\/\/[^\s@]+$/), z.maxLength(500)))
const visit = z.string().check(z.regex(/^[0-9a-f-]{36}$/))

export const signInAtOldServer = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/moves/sign-in',
  summary: 'Begin the sign-in at the old server: the event to sign with the key of its operator',
  audit: null,
  body: z.object({ url: oldServerUrl, npub: pubkeyInput, password }),
  answers: { 200: z.object({ event: unsignedEvent }) },
  errors: ['invalid_fields', 'bad_gateway', 'forbidden', 'rate_limited'],
})

/** What there is to take; null where the old server does not say. */
export const oldServerContent = z.object({
  dialect: z.enum(['2025-05', '2026-04']),
  name: z.string(),
  relay: z.nullable(z.string()),
  counts: z.object({
    settings: z.nullable(z.int()),
    access: z.nullable(z.int()),
    subscribers: z.nullable(z.int()),
    events: z.nullable(z.int()),
    files: z.nullable(z.int()),
  }),
})
export type OldServerContent = z.infer<typeof oldServerContent>

export const lookAtOldServer = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/moves/look',
  summary: 'Finish the sign-in at the old server, and say what there is. Nothing is taken.',
  audit: null,
  body: z.object({ url: oldServerUrl, event: nostrEvent, relay: relayUrl }),
  answers: { 200: z.object({ visit, found: oldServerContent }) },
  errors: ['invalid_fields', 'bad_gateway', 'forbidden', 'conflict'],
})

export const addOldStatistics = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/moves/:visit/statistics',
  summary: "Add the old server's statistics file (SQLite) as request body: it knows addresses, ends and credit",
  audit: null,
  params: z.object({ visit: z.string().check(z.maxLength(100)) }),
  answers: { 200: z.object({ subscribers: z.int() }) },
  errors: ['bad_request', 'too_large', 'unavailable', 'timeout', 'not_found'],
})

export const beginMove = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/moves',
  summary: 'Take what the old server has, in the background; it continues after a restart',
  audit: { begin: 'moves.begin', subscriber: 'moves.subscriber' },
  body: z.object({ visit, things: z.array(z.enum(movedThings)).check(z.minLength(1, moveMessages.nothingToTake)) }),
  answers: { 202: z.object({ job: transfer }) },
  errors: ['invalid_fields', 'not_found', 'conflict'],
})
