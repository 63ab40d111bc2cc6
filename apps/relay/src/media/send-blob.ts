import type { FileHandle } from 'node:fs/promises'
import { ApiError } from '@hornets/server/api-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowsRange, matchesAny, parseRange } from './byte-range.ts'
import type { StoredFile } from './file-index.ts'
import { extensionOf, isShownInline } from './mime.ts'

const stallMs = 60_000

/** A blob, a part of it, or word that the client has it already (RFC 9110, 13 and 14). */
export async function sendBlob(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, handle }: { file: StoredFile; handle: FileHandle },
): Promise<FastifyReply> {
  let handedOver = false
  try {
    const etag = `"${file.hash}"`
    reply.headers({
      'accept-ranges': 'bytes',
      etag,
      // A hash never gets another content; it may be deleted, which copies out there cannot hear of anyway.
      'cache-control': 'public, max-age=31536000, immutable',
    })
    if (matchesAny(request.headers['if-none-match'], etag)) return reply.code(304).send()
    // Range means something for GET only (RFC 9110, 14.2).
    const isHead = request.method === 'HEAD'
    const usable = !isHead && allowsRange(request.headers['if-range']?.toString(), etag)
    const range = usable ? parseRange(request.headers.range, file.bytes) : null
    if (range === 'unsatisfiable') {
      reply.removeHeader('cache-control').header('content-range', `bytes */${file.bytes}`)
      throw new ApiError('range_not_satisfiable', `The file has ${file.bytes} bytes`)
    }
    describe(reply, file)
    const { first, last } = range ?? { first: 0, last: file.bytes - 1 }
    reply.header('content-length', String(last - first + 1))
    if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${file.bytes}`)
    if (isHead) return reply.send()
    // Whoever stops reading must not hold the file and the connection for ever.
    reply.raw.setTimeout(stallMs, () => request.raw.socket.destroy())
    handedOver = true
    return reply.send(handle.createReadStream({ start: first, end: last }))
  } finally {
    if (!handedOver) await handle.close()
  }
}

/** Nothing that is served here may run, in whatever page it is opened. */
function describe(reply: FastifyReply, file: StoredFile): void {
  const name = `${file.hash}.${extensionOf(file.mime)}`
  const disposition = isShownInline(file.mime) ? 'inline' : 'attachment'
  reply.headers({
    'content-type': file.mime,
    'content-disposition': `${disposition}; filename="${name}"`,
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors *",
    'cross-origin-resource-policy': 'cross-origin',
  })
}
