import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { fileParams, storedFile } from './catalogue.ts'

const session = { tag: 'Media', access: 'session', role: 'moderator' } as const

const bannedAtOnceMax = 1000
const hash = z.string().check(z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/))

export const nearFile = z.object({
  file: storedFile,
  ownerName: z.nullable(z.string()),
  distance: z.int(),
  /** Whether an upload of this file would be refused, if the other were banned with its near copies. */
  refused: z.boolean(),
})
export type NearFile = z.infer<typeof nearFile>

export const listNearFiles = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/:hash/near',
  summary: 'Stored files that look like one, those that a ban would refuse first, at most 60',
  staleOn: ['files'],
  params: fileParams,
  answers: {
    200: z.object({
      files: z.array(nearFile),
      /** False for what is no picture or film, is not examined yet, or is too plain to compare. */
      comparable: z.boolean(),
      /** How many files resemble it, and how many of these would be refused. */
      total: z.int(),
      refused: z.int(),
      /** Files whose perceptual hash is still to be made, and how many are made in a minute; null while none are. */
      waiting: z.int(),
      perMinute: z.nullable(z.int()),
    }),
  },
  errors: [],
})

export const fileBan = z.object({
  hash: hex64,
  /** Empty if an admin deleted the file; restoring it ends this ban. */
  reason: z.string(),
  /** Whether images that look the same are refused too. */
  alike: z.boolean(),
  /** RFC 3339, UTC. */
  at: z.string(),
  /** Public key of the admin, hex; null if the relay found that it looks the same as a banned file. */
  by: z.nullable(hex64),
  /** While it is in the trash; null once it is deleted permanently, and if it was never here. */
  file: z.nullable(storedFile),
})
export type FileBan = z.infer<typeof fileBan>

export const listFileBans = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/bans',
  summary: 'Banned files, newest ban first',
  staleOn: ['files'],
  query: z.object({
    /** The beginning of a hash, or part of a reason. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  }),
  answers: { 200: z.object({ bans: z.array(fileBan), total: z.int() }) },
  errors: [],
})

export const banFiles = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/files/bans',
  summary: 'Ban files: stored ones move to the trash, and none can be uploaded or restored until it is unbanned',
  demo: 'plays',
  audit: 'files.ban',
  body: z.object({
    hashes: z.array(hash).check(z.minLength(1), z.maxLength(bannedAtOnceMax)),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
    /** The file whose near copies are refused too. It must be stored and comparable. */
    near: z.optional(hash),
  }),
  answers: { 200: z.object({ banned: z.int(), deleted: z.int() }) },
  errors: ['invalid_fields', 'conflict'],
})

export const unbanFile = defineEndpoint({
  ...session,
  method: 'DELETE',
  path: '/api/files/bans/:hash',
  summary: 'Unban a file; it stays in the trash',
  demo: 'plays',
  audit: 'files.unban',
  params: fileParams,
  answers: { 200: z.object({ success: z.boolean() }) },
  errors: ['not_found'],
})
