import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { fileParams, storedFile } from './catalogue.ts'

const session = { tag: 'Media', access: 'session', role: 'moderator' } as const

export const similarFile = z.object({
  hash: hex64,
  /** False: only near, so it was let in and moderators decide. */
  refused: z.boolean(),
  distance: z.int(),
  bytes: z.int(),
  /** Public key of the last who tried, hex. */
  uploader: z.nullable(hex64),
  /** RFC 3339, UTC: the last try. */
  at: z.string(),
  tries: z.int(),
  /** Base64 of a thumbnail (WebP) of what was refused; empty for a stored file. */
  thumbnail: z.string(),
  file: z.nullable(storedFile),
  banned: z.object({ hash: hex64, reason: z.string(), file: z.nullable(storedFile) }),
})
export type SimilarFile = z.infer<typeof similarFile>

export const listSimilarFiles = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/similar',
  summary: 'Uploads that were refused because they look like a banned image, and stored files that are near one',
  staleOn: ['files'],
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  }),
  answers: { 200: z.object({ files: z.array(similarFile), total: z.int() }) },
  errors: [],
})

export const allowSimilarFile = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/files/similar/:hash/allow',
  summary: 'Let a file in although it looks like a banned image',
  demo: 'plays',
  audit: 'files.allow',
  params: fileParams,
  answers: { 200: z.object({ success: z.boolean() }) },
  errors: ['not_found'],
})
