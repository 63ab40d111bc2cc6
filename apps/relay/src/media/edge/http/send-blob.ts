import { ApiError } from '@hornets/server/api-error'
import { hangUpOnStall } from '@hornets/server/http/hang-up-on-stall'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StoredFile } from '../../library/files/file-index.ts'
import { dispositionOf } from '../../library/files/file-name.ts'
import { extensionOf, isShownInline } from '../../library/mime/mime.ts'
import type { Content } from '../../library/stores/content.ts'
import { allowsRange, matchesAny, parseRange } from './byte-range.ts'

/** Who receives a blob: any page, or only the console. */
export interface Audience {
  readonly headers: Readonly<Record<string, string>>
  /** File name for saving; default: the hash. */
  readonly name?: string
  readonly isDownload?: boolean
}

export const everybody: Audience = {
  headers: {
    // A hash never changes its content. Cached copies survive a deletion, which cannot be helped.
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors *",
    'cross-origin-resource-policy': 'cross-origin',
  },
}

/** It waits for moderation: no cache may give it to others. */
export const ownerAlone: Audience = {
  headers: {
    ...everybody.headers,
    'cache-control': 'private, no-store',
    'x-reason': 'This file waits for its moderation',
  },
}

/** Only the console shows them, and forgets them with its session. */
export const consoleHeaders = {
  'cache-control': 'private, max-age=7200, immutable',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
}

/** Sends a blob, a range of it, or 304 (RFC 9110, 13 and 14). */
export async function sendBlob(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, content }: { file: StoredFile; content: Content },
  audience = everybody,
): Promise<FastifyReply> {
  let handedOver = false
  try {
    const etag = `"${file.hash}"`
    reply.headers({ 'accept-ranges': 'bytes', etag, 'cache-control': audience.headers['cache-control'] })
    if (matchesAny(request.headers['if-none-match'], etag)) return reply.code(304).send()
    // Range only applies to GET (RFC 9110, 14.2).
    const isHead = request.method === 'HEAD'
    const usable = !isHead && allowsRange(request.headers['if-range']?.toString(), etag)
    const range = usable ? parseRange(request.headers.range, file.bytes) : null
    if (range === 'unsatisfiable') {
      reply.removeHeader('cache-control').header('content-range', `bytes */${file.bytes}`)
      throw new ApiError('range_not_satisfiable', `The file has ${file.bytes} bytes`)
    }
    describe(reply, file, audience)
    const { first, last } = range ?? { first: 0, last: file.bytes - 1 }
    reply.header('content-length', String(last - first + 1))
    if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${file.bytes}`)
    if (isHead) return reply.send()
    const stream = await content.stream({ first, last })
    hangUpOnStall(request, reply)
    handedOver = true
    return reply.send(stream)
  } finally {
    if (!handedOver) await content.close()
  }
}

/** Headers that keep any served file from running scripts. */
function describe(reply: FastifyReply, file: StoredFile, { headers, name, isDownload }: Audience): void {
  const disposition = isShownInline(file.mime) && !isDownload ? 'inline' : 'attachment'
  reply.headers({
    ...headers,
    'content-type': file.mime,
    'content-disposition': dispositionOf(disposition, name || `${file.hash}.${extensionOf(file.mime)}`),
  })
}
