import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { fileParams } from './catalogue.ts'

const tag = 'Media'

export const getFile = defineEndpoint({
  tag,
  access: 'session',
  role: 'viewer',
  staleOn: ['files'],
  method: 'GET',
  path: '/api/files/:hash',
  summary: 'Download a file (supports Range); `download` sets Content-Disposition',
  params: fileParams,
  query: z.object({ download: z.optional(z.literal('1')) }),
  answers: { 200: null },
  produces: 'application/octet-stream',
  errors: ['not_found', 'range_not_satisfiable'],
})

/** Makes a link valid without a token: its expiry (Unix seconds) and the relay's signature. */
export const linkQuery = {
  until: z.string().check(z.regex(/^\d{1,12}$/)),
  key: z.string().check(z.minLength(1), z.maxLength(100)),
}

export const getLinkedFile = defineEndpoint({
  tag,
  method: 'GET',
  path: '/api/files/:hash/content',
  summary: 'The file itself, by a link that the relay has signed (`Url`): for media tags, which send no token',
  access: 'public',
  params: fileParams,
  query: z.object({ ...linkQuery, download: z.optional(z.literal('1')) }),
  answers: { 200: null },
  produces: 'application/octet-stream',
  errors: ['not_found', 'forbidden', 'range_not_satisfiable'],
})

export const getLinkedThumbnail = defineEndpoint({
  tag,
  method: 'GET',
  path: '/api/files/:hash/thumbnail',
  summary: 'The thumbnail (WebP, at most 320 px), by a link that the relay has signed (`ThumbnailUrl`)',
  access: 'public',
  params: fileParams,
  query: z.object(linkQuery),
  answers: { 200: null },
  produces: 'image/webp',
  errors: ['not_found', 'forbidden'],
})
