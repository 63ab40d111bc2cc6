import { STATUS_CODES } from 'node:http'
import { messages } from '@hornets/contract'
import { type FastifyInstance, type FastifyReply, fastify, LogController } from 'fastify'
import { ApiError, toApiError } from './api-error.ts'
import type { Logger } from './logger.ts'
import { answerErrorsAsJson, sendError } from './serve.ts'

export interface JsonAppOptions {
  readonly logger: Logger
  readonly bodyLimitBytes: number
  /** Addresses of reverse proxies whose X-Forwarded-* are believed; nobody's without. */
  readonly trustedProxies?: readonly string[]
  /** On every answer, whatever it is. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A Fastify app that takes JSON only and whose every failure (unreadable requests, unknown routes and crashes included)
 * is one JSON error of the contract. Requests are not logged, since their addresses may carry a setup token.
 */
export function createJsonApp(options: JsonAppOptions): FastifyInstance {
  const { headers = {} } = options
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimitBytes,
    requestTimeout: 30_000,
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    forceCloseConnections: 'idle',
    // A call answers by its own method only; a stream that a HEAD opens would never end.
    exposeHeadRoutes: false,
    frameworkErrors: (error, _request, reply) => {
      // A path that cannot be read meets no hook.
      sendError((reply as FastifyReply).headers(headers), toApiError(error))
    },
    clientErrorHandler: (_error, socket) => {
      if (socket.writable) socket.end(rawBadRequest(headers))
      else socket.destroy()
    },
  }) as unknown as FastifyInstance
  takeJsonOnly(app)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  answerErrorsAsJson(app)
  return app
}

/** Strict UTF-8 (RFC 8259, 8.1), no `__proto__`; a request that says JSON and brings nothing has no body. */
function takeJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined)
    let text: string
    try {
      text = utf8.decode(body)
    } catch (cause) {
      return done(new ApiError('bad_request', messages.badRequest, { cause }))
    }
    return parse(request, text, done)
  })
}

/** What a caller hears who does not speak HTTP well enough to become a request. */
function rawBadRequest(headers: Readonly<Record<string, string>>): string {
  const body = JSON.stringify(new ApiError('bad_request', messages.badRequest).body())
  return [
    `HTTP/1.1 400 ${STATUS_CODES[400]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')
}
