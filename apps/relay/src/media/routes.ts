import { ApiError, toApiError } from '@hornets/server/api-error'
import { addressKey } from '@hornets/server/http/caller'
import { pacesBody } from '@hornets/server/http/http-limits'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describeBlob } from './blob-url.ts'
import { drainUnread } from './drain.ts'
import { normaliseMime } from './mime.ts'
import { sendBlob } from './send-blob.ts'
import type { MediaService, UploadOffer } from './service.ts'

export interface MediaRouteOptions {
  readonly names: {
    originFor(host: string, protocol: string): string
    noteArrival(host: string, place: string): void
  }
}

const pageMax = 1000
const mirrorBodyBytesMax = 4096

/** Blossom at the root of the public server (BUD-01, 02, 04, 06, 08). */
export function mountMediaRoutes(app: FastifyInstance, media: MediaService, { names }: MediaRouteOptions): void {
  const originOf = (request: FastifyRequest) => names.originFor(request.headers.host ?? '', request.protocol)
  const noteName = ({ headers, ip }: FastifyRequest) => names.noteArrival(headers.host ?? '', addressKey(ip))

  app.register(async scope => {
    // Handlers read the bodies as streams.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': '*',
        'x-content-type-options': 'nosniff',
      })
    })
    scope.setErrorHandler(answerWithReason)

    for (const url of ['/upload', '/mirror', '/list/:pubkey', '/:blob'])
      scope.options(url, (_request, reply) =>
        reply
          .code(204)
          .headers({
            'access-control-allow-headers': 'Authorization, *',
            'access-control-allow-methods': 'GET, HEAD, PUT, DELETE',
            'access-control-max-age': '86400',
          })
          .send(),
      )

    scope.route({
      method: 'GET',
      url: '/:blob',
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const blob = await openBlob(media, request)
        await sendBlob(request, reply, blob)
        if (isWhole(reply)) media.noteFetch(blob.file.hash)
        return reply
      },
    })
    scope.route({
      method: 'HEAD',
      url: '/:blob',
      handler: async (request, reply) => sendBlob(request, reply, await openBlob(media, request)),
    })
    scope.route({
      method: 'HEAD',
      url: '/upload',
      handler: async (request, reply) => {
        const { headers } = request
        const length = one(headers['x-content-length'])
        await media.checkUpload(offerOf(request, one(headers['x-content-type']), length))
        return reply.code(200).send()
      },
    })
    scope.route({
      method: 'PUT',
      url: '/upload',
      handler: async (request, reply) => {
        const { headers, raw } = request
        const origin = originOf(request)
        noteName(request)
        const offer = offerOf(request, headers['content-type'], headers['content-length'])
        pacesBody(raw)
        // Leaving the iterator must not close the connection: the answer still has to be sent.
        const body = raw.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>
        const { file, created } = await media.upload(offer, body, request.ip)
        return reply.code(created ? 201 : 200).send(describeBlob(file, origin))
      },
    })
    scope.route({
      method: 'PUT',
      url: '/mirror',
      handler: async (request, reply) => {
        noteName(request)
        const url = await urlIn(request)
        const { file, created } = await media.mirror(request.headers.authorization, url, request.ip)
        return reply.code(created ? 201 : 200).send(describeBlob(file, originOf(request)))
      },
    })
    scope.route({
      method: 'DELETE',
      url: '/:blob',
      handler: async (request, reply) => {
        noteName(request)
        await media.release(hashOf(request), request.headers.authorization)
        return reply.send({ message: 'Deleted' })
      },
    })
    scope.route({
      method: 'GET',
      url: '/list/:pubkey',
      handler: async request => {
        const { pubkey = '' } = request.params as { pubkey?: string }
        if (!/^[0-9a-f]{64}$/.test(pubkey))
          throw new ApiError('bad_request', 'Expected /list/<public key in lower-case hex>')
        const query = request.query as Record<string, unknown>
        const cursor = query.cursor === undefined ? undefined : parseHash(String(query.cursor))
        if (cursor === null) throw new ApiError('bad_request', 'Expected the hash of a file as cursor')
        const files = await media.list(pubkey, {
          since: wholeNumber(query.since, 'since'),
          until: wholeNumber(query.until, 'until'),
          cursor,
          limit: Math.min(Math.max(wholeNumber(query.limit, 'limit') ?? pageMax, 1), pageMax),
        })
        const origin = originOf(request)
        return files.map(file => describeBlob(file, origin))
      },
    })
  })
}

/** Reads `{"url": …}` (BUD-04). Throws ApiError('bad_request'). */
async function urlIn({ raw }: FastifyRequest): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length
    if (bytes > mirrorBodyBytesMax) throw new ApiError('bad_request', 'The request is too long')
    chunks.push(chunk as Buffer)
  }
  try {
    const { url } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { url?: unknown }
    if (typeof url === 'string') return url
  } catch {
    // Said below.
  }
  throw new ApiError('bad_request', 'Expected {"url": "https://…"}')
}

/** JSON as everywhere, with BUD-01's X-Reason. */
function answerWithReason(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = toApiError(error)
  // The client is gone, through no fault of the relay; also when everything arrived but was not read.
  const aborted = request.raw.destroyed && (!request.raw.complete || error.code === 'ECONNRESET')
  if (answer.code === 'internal' && !aborted) request.log.error({ err: error }, 'request failed')
  reply.code(answer.status).header('x-reason', answer.message.replace(/[^\x20-\x7e]/g, '?').slice(0, 300))
  if (answer.status === 401) reply.header('www-authenticate', 'Nostr')
  if (answer.status === 503 || answer.status === 429) reply.header('retry-after', String(answer.retryAfterSeconds ?? 5))
  drainUnread(request.raw)
  return reply.send(answer.body())
}

/** Is this the start of a fetch? A player that continues from the middle has fetched the file once. */
function isWhole(reply: FastifyReply): boolean {
  const range = reply.getHeader('content-range')
  return reply.statusCode === 200 || (reply.statusCode === 206 && String(range).startsWith('bytes 0-'))
}

async function openBlob(media: MediaService, request: FastifyRequest) {
  const blob = await media.open(hashOf(request))
  if (!blob) throw new ApiError('not_found', 'This file does not exist')
  return blob
}

/** `<sha256>` with or without an extension, which is ignored. */
function hashOf(request: FastifyRequest): string {
  const { blob = '' } = request.params as { blob?: string }
  const hash = parseHash(blob.replace(/\.[A-Za-z0-9]{1,16}$/, ''))
  if (!hash) throw new ApiError('not_found', 'Not found: files are at /<sha256>')
  return hash
}

function parseHash(text: string): string | null {
  return /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : null
}

function offerOf(request: FastifyRequest, contentType: string | undefined, length: string | undefined): UploadOffer {
  const announced = one(request.headers['x-sha-256'])
  const hash = announced === undefined ? null : parseHash(announced)
  if (announced !== undefined && hash === null)
    throw new ApiError('bad_request', 'Expected X-SHA-256 to be 64 hex characters')
  return {
    authorization: request.headers.authorization,
    hash,
    mime: normaliseMime(contentType),
    bytes: wholeNumber(length, 'the content length') ?? null,
  }
}

function wholeNumber(value: unknown, name: string): number | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value))
    throw new ApiError('bad_request', `Expected ${name} to be a whole number`)
  return Number(value)
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
