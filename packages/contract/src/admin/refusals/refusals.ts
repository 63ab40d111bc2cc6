import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { refusalCauses } from './causes.ts'

const tag = 'Refusals'

export const refusalDays = 7
/** Longer texts are cut. */
export const refusalTextChars = 500

export const refusedThings = ['event', 'upload', 'sign-in', 'connection', 'read'] as const
export type RefusedThing = (typeof refusedThings)[number]

const cause = z.enum(refusalCauses)

export const refusal = z.object({
  id: z.int(),
  /** RFC 3339, UTC. */
  at: z.string(),
  what: z.enum(refusedThings),
  cause,
  /** `rule:<id>`, or a list and its entry, `words:spam`; `subscription` where that is what lacked something. */
  rule: z.nullable(z.string()),
  /** Hex; null if no signature proves it, and of private messages for all but owners. */
  pubkey: z.nullable(hex64),
  kind: z.nullable(z.int()),
  bytes: z.nullable(z.int()),
  /** Null for viewers. */
  address: z.nullable(z.string()),
  /** What the client was sent; null where it tells of a subscription, for those who cannot see subscriptions. */
  text: z.nullable(z.string()),
})
export type ListedRefusal = z.infer<typeof refusal>

const id = z.coerce.number().check(z.int(), z.minimum(0))
const time = z.iso.datetime({ offset: true })

export const listRefusals = defineEndpoint({
  method: 'GET',
  path: '/api/refusals',
  tag,
  summary: 'A page of the refusals of the last 7 days, newest first; `next` is the next `before`',
  access: 'session',
  role: 'viewer',
  query: z.object({
    cause: z.optional(cause),
    what: z.optional(z.enum(refusedThings)),
    pubkey: z.optional(hex64),
    address: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    kind: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535))),
    rule: z.optional(z.string().check(z.maxLength(400))),
    /** Part of the text, whatever the case. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    from: z.optional(time),
    to: z.optional(time),
    before: z.optional(id),
    after: z.optional(id),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
  }),
  answers: { 200: z.object({ refusals: z.array(refusal), next: z.nullable(z.int()) }) },
  errors: ['forbidden'],
})

const counts = z.partialRecord(cause, z.int())

export const countRefusals = defineEndpoint({
  method: 'GET',
  path: '/api/refusals/counts',
  tag,
  summary: 'How much was refused by cause; by hour for up to 31 days, and by day (UTC). The last 7 days by default',
  access: 'session',
  role: 'viewer',
  staleOn: ['refusals'],
  query: z.object({ from: z.optional(time), to: z.optional(time) }),
  answers: {
    200: z.object({
      counts,
      /** Of these, how many are only counted: too many came at a time to keep each. */
      unlisted: z.int(),
      /** Ascending; hours without any are left out. Empty for more than 31 days. */
      by_hour: z.array(z.object({ hour: z.string(), counts })),
      by_day: z.array(z.object({ day: z.string(), counts })),
    }),
  },
  errors: [],
})
