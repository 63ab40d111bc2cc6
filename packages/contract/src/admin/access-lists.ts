import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { hex64 } from '../nostr.ts'
import { expiryInput, reasonChars } from './access.ts'

const tag = 'Access control'

/** The lists beside the blocked public keys, which have calls of their own. */
export const accessLists = ['allowed-pubkeys', 'words', 'addresses'] as const
export type AccessList = (typeof accessLists)[number]

/** How a word is looked for: as a whole word, anywhere in the text, or as a pattern (RE2). */
export const wordMatches = ['word', 'part', 'pattern'] as const
export type WordMatch = (typeof wordMatches)[number]

/** Entries that one call can add or remove: with the longest reasons they still fit into the accepted body. */
export const entriesAtOnceMax = 300
export const entryChars = 300
/** Patterns in all: each event is compared with every one. */
export const patternsMax = 500

export const accessEntry = z.object({
  /** A public key in hex, a word, or an address or network. */
  value: z.string(),
  reason: z.string(),
  /** RFC 3339, UTC; null = permanent. */
  expires_at: z.nullable(z.string()),
  created_at: z.string(),
  created_by: z.nullable(hex64),
  created_by_name: z.string(),
  /** Of words only. */
  match: z.optional(z.enum(wordMatches)),
})
export type AccessEntry = z.infer<typeof accessEntry>

const list = z.object({ list: z.enum(accessLists) })
const value = z.string().check(z.trim(), z.minLength(1), z.maxLength(5000))

export const listAccessEntries = defineEndpoint({
  method: 'GET',
  path: '/api/access/:list',
  tag,
  summary: 'Entries of a list of access control, newest first; `count` is the number of all matches',
  access: 'session',
  role: 'viewer',
  staleOn: ['access'],
  params: list,
  query: z.object({
    /** Part of the value or of the reason; of public keys also a whole npub. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000))),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    /** 1: those that have expired, in place of those in force. */
    expired: z.optional(z.literal('1')),
    sort: z._default(z.enum(['newest', 'value', 'expiry']), 'newest'),
  }),
  answers: { 200: z.object({ entries: z.array(accessEntry), count: z.int() }) },
  errors: [],
})

export const putAccessEntries = defineEndpoint({
  method: 'POST',
  path: '/api/access/:list',
  tag,
  summary: 'Add entries to a list, or change those already there; takes what it can',
  access: 'session',
  role: 'moderator',
  demo: 'plays',
  audit: { add: 'access.add', update: 'access.update' },
  params: list,
  body: z.object({
    entries: z
      .array(
        z.object({
          value,
          reason: z.optional(z.string().check(z.trim(), z.maxLength(reasonChars))),
          expires_at: z.optional(expiryInput),
          match: z.optional(z.enum(wordMatches)),
        }),
      )
      .check(z.minLength(1), z.maxLength(entriesAtOnceMax)),
  }),
  answers: {
    200: z.object({
      added: z.int(),
      updated: z.int(),
      /** Those that were changed, as they were before. */
      before: z.array(accessEntry),
      refused: z.array(z.object({ value: z.string(), error: z.string() })),
    }),
  },
  errors: ['invalid_fields'],
})

export const removeAccessEntries = defineEndpoint({
  method: 'DELETE',
  path: '/api/access/:list',
  tag,
  summary: 'Remove entries from a list',
  access: 'session',
  role: 'moderator',
  demo: 'plays',
  audit: 'access.remove',
  params: list,
  body: z.object({ values: z.array(value).check(z.minLength(1), z.maxLength(1000)) }),
  answers: { 200: z.object({ removed: z.int() }) },
  errors: ['invalid_fields'],
})

const eventBans = z.array(z.object({ id: hex64, reason: z.string() }))
export type EventBan = z.infer<typeof eventBans>[number]

const ids = z.array(hex64).check(z.minLength(1), z.maxLength(entriesAtOnceMax))

/** Part of an event's id or of the reason. */
const q = z.optional(z.string().check(z.trim(), z.maxLength(200)))

export const bannedEvent = z.object({
  id: hex64,
  reason: z.string(),
  banned_at: z.nullable(z.string()),
  banned_by: z.nullable(hex64),
  banned_by_name: z.string(),
})
export type BannedEvent = z.infer<typeof bannedEvent>

export const listBannedEvents = defineEndpoint({
  method: 'GET',
  path: '/api/banned-events',
  tag,
  summary: 'Events that are deleted and not accepted again, by id; `count` is the number of all matches',
  access: 'session',
  role: 'viewer',
  staleOn: ['access'],
  query: z.object({
    q,
    after: z.optional(hex64),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 100),
  }),
  answers: { 200: z.object({ events: z.array(bannedEvent), count: z.int() }) },
  errors: [],
})

export const banEvents = defineEndpoint({
  method: 'POST',
  path: '/api/banned-events',
  tag,
  summary: 'Delete events and do not accept them again, stored here or not',
  access: 'session',
  role: 'moderator',
  demo: 'plays',
  audit: 'events.ban',
  body: z.object({ ids, reason: z._default(z.string().check(z.trim(), z.maxLength(reasonChars)), '') }),
  answers: {
    200: z.object({
      removed: z.int(),
      /** Those that were banned already, as they were before. */
      before: eventBans,
    }),
  },
  errors: ['invalid_fields'],
})

export const unbanEvents = defineEndpoint({
  method: 'DELETE',
  path: '/api/banned-events',
  tag,
  summary: 'Accept banned events again, which does not bring them back',
  access: 'session',
  role: 'moderator',
  demo: 'plays',
  audit: 'events.unban',
  body: z.object({ ids }),
  answers: { 200: z.object({ lifted: z.int() }) },
  errors: ['invalid_fields'],
})

export const allowedEvent = z.object({
  id: hex64,
  reason: z.string(),
  created_at: z.string(),
  created_by: z.nullable(hex64),
  created_by_name: z.string(),
})
export type AllowedEvent = z.infer<typeof allowedEvent>

export const listAllowedEvents = defineEndpoint({
  method: 'GET',
  path: '/api/allowed-events',
  tag,
  summary:
    'Events that pass words, rules and modes, unless their author is blocked; newest first; `count` is the number of all matches',
  access: 'session',
  role: 'viewer',
  staleOn: ['access'],
  query: z.object({
    q,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 100),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  }),
  answers: { 200: z.object({ events: z.array(allowedEvent), count: z.int() }) },
  errors: [],
})

export const allowEvents = defineEndpoint({
  method: 'POST',
  path: '/api/allowed-events',
  tag,
  summary: 'Let events pass words, rules and modes by their id; ends their ban',
  access: 'session',
  role: 'moderator',
  demo: 'plays',
  audit: 'events.allow',
  body: z.object({ ids, reason: z._default(z.string().check(z.trim(), z.maxLength(reasonChars)), '') }),
  answers: {
    200: z.object({
      allowed: z.int(),
      lifted: z.int(),
      /** Those that were allowed already, and the bans that ended. */
      before: z.object({ allowed: z.array(hex64), banned: eventBans }),
    }),
  },
  errors: ['invalid_fields', 'conflict'],
})

export const disallowEvents = defineEndpoint({
  method: 'DELETE',
  path: '/api/allowed-events',
  tag,
  summary: 'Judge events by words, rules and modes again; stored ones stay',
  access: 'session',
  role: 'moderator',
  demo: 'plays',
  audit: 'events.disallow',
  body: z.object({ ids }),
  answers: { 200: z.object({ removed: z.int() }) },
  errors: ['invalid_fields'],
})
