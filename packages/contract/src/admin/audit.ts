import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { hex64 } from '../nostr.ts'

const session = { tag: 'Audit log', access: 'session' } as const

export const auditEntry = z.object({
  id: z.int(),
  /** RFC 3339, UTC. */
  at: z.string(),
  /** Public key of the admin, hex; null without a session. */
  actor: z.nullable(hex64),
  /** As in their profile; empty if not filled in, or if they are no longer an admin. */
  actorName: z.string(),
  /** Verb and noun: `settings.save`. */
  action: z.string(),
  target: z.string(),
  /** Values before and after; null if there are none. */
  before: z.unknown(),
  after: z.unknown(),
  address: z.nullable(z.string()),
  outcome: z.enum(['done', 'refused']),
  /** Hash over this entry and the hash before it (SHA-256, hex). */
  hash: hex64,
})
export type AuditEntry = z.infer<typeof auditEntry>

const filters = {
  actor: z.optional(hex64),
  action: z.optional(z.string().check(z.maxLength(100))),
  outcome: z.optional(z.enum(['done', 'refused'])),
  q: z.optional(z.string().check(z.maxLength(200))),
  /** RFC 3339; from inclusive, to exclusive. */
  from: z.optional(z.iso.datetime({ offset: true })),
  to: z.optional(z.iso.datetime({ offset: true })),
}

export const listAudit = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/audit',
  role: 'operator',
  summary: 'A page of the audit log, newest first',
  query: z.object({
    ...filters,
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
  }),
  answers: { 200: z.object({ entries: z.array(auditEntry), hasMore: z.boolean() }) },
  errors: [],
})

export const listAuditActions = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/audit/filters',
  role: 'operator',
  summary: 'The actions and actors in the log, for filters',
  answers: {
    200: z.object({ actions: z.array(z.string()), actors: z.array(z.object({ pubkey: hex64, name: z.string() })) }),
  },
  errors: [],
})

export const exportAudit = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/audit/export',
  role: 'operator',
  summary: 'All matching entries, oldest first, as JSON lines or CSV',
  query: z.object({
    ...filters,
    format: z._default(z.enum(['jsonl', 'csv']), 'jsonl'),
    /** Separator of CSV cells: spreadsheets expect semicolons where the comma is the decimal mark. */
    separator: z._default(z.enum(['comma', 'semicolon']), 'comma'),
  }),
  answers: { 200: null },
  produces: 'application/octet-stream',
  errors: [],
})

export const verifyAudit = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/audit/verification',
  role: 'operator',
  summary: 'Verify the hash chain; returns the first broken entry',
  query: z.object({
    /** A head saved before: if the chain no longer contains it, the end of the log was cut off. */
    head: z.optional(hex64),
  }),
  answers: {
    200: z.object({
      whole: z.boolean(),
      entries: z.int(),
      firstBroken: z.nullable(z.int()),
      /** Hash of the newest entry: a copy kept elsewhere later shows that nothing was cut off. */
      head: z.nullable(hex64),
      /** Whether the chain contains the given head. */
      headFound: z.optional(z.boolean()),
    }),
  },
  errors: [],
})
