import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { fileMessages } from './file-messages.ts'

const session = { tag: 'Media', access: 'session', role: 'moderator' } as const

export const hashListFormats = ['lines', 'csv', 'json'] as const
/** An addressable event with a part of a list, by the relay that shares it: tags `x` (SHA-256) and `pdq`, hex. */
export const hashListKind = 30_984

/** For entries without one of their own. */
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))
const imported = z.object({
  banned: z.int(),
  deleted: z.int(),
  refused: z.array(z.object({ line: z.int(), error: z.string() })),
})

export const importHashList = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/files/bans/import',
  summary:
    'Ban the files and images of a list: SHA-256 or pdq:… one per line, CSV with a reason, JSON of hash-sharing tools, or events of kind 30984; stored ones move to the trash',
  demo: 'plays',
  audit: 'files.importBans',
  body: z.object({ text: z.string().check(z.minLength(1), z.maxLength(1_000_000)), reason }),
  answers: { 200: imported },
  errors: ['invalid_fields'],
})

export const exportHashList = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/bans/export',
  summary: 'All files and images banned for a reason, as a list that can be imported, at most 100,000 of each',
  query: z.object({ format: z._default(z.enum(hashListFormats), 'lines') }),
  answers: { 200: null },
  produces: 'application/octet-stream',
  errors: [],
})

export const fetchHashList = defineEndpoint({
  ...session,
  role: 'operator',
  method: 'POST',
  path: '/api/files/bans/fetch',
  summary: 'Ban the files and images of the list that another relay shares as events',
  audit: 'files.importBans',
  body: z.object({
    relay: z.string().check(z.trim(), z.regex(/^wss?:\/\/[^\s@]+$/, fileMessages.listAddress), z.maxLength(500)),
    /** Whose list it is, hex or npub. */
    pubkey: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    reason,
  }),
  answers: { 200: imported },
  errors: ['invalid_fields', 'bad_request', 'bad_gateway'],
})

export const imageLists = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/bans/images',
  summary: 'Banned images that are known by their hash only, by the reason of their list, newest first, at most 100',
  staleOn: ['files'],
  answers: { 200: z.object({ lists: z.array(z.object({ reason: z.string(), hashes: z.int(), at: z.string() })) }) },
  errors: [],
})

export const removeImageList = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/files/bans/images/remove',
  summary: 'Unban all images that are known by their hash only and were banned for this reason',
  demo: 'plays',
  audit: 'files.removeImageList',
  body: z.object({ reason: z.string().check(z.maxLength(500)) }),
  answers: { 200: z.object({ removed: z.int() }) },
  errors: ['not_found'],
})

export const hashListShare = z.object({ events: z.int(), hashes: z.int(), pubkey: z.nullable(hex64) })
export type HashListShare = z.infer<typeof hashListShare>

export const getHashListShare = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/bans/share',
  summary: 'Whether the list of what is banned here is shared as events of kind 30984',
  staleOn: ['files'],
  answers: { 200: hashListShare },
  errors: [],
})

export const shareHashList = defineEndpoint({
  ...session,
  role: 'operator',
  method: 'POST',
  path: '/api/files/bans/share',
  summary: 'Share the list as events by the relay’s key, renewed with each ban; or take them back',
  audit: 'files.shareBans',
  body: z.object({ shared: z.boolean() }),
  answers: { 200: hashListShare },
  errors: ['conflict'],
})
