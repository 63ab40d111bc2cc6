import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { messages } from '@hornets/contract'
import {
  type FastifyBodyParser,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { ApiError, toApiError } from '../api-error.ts'
import type { Logger } from '../process/logger.ts'
import {
  type HttpLimits,
  headerTimeouts,
  httpLimits,
  limitConnections,
  proxyAddresses,
  requestTimeoutCode,
} from './http-limits.ts'
import { createServer, STATUS_CODES } from './node-http.ts'
import type { SecretFields } from './secret-fields.ts'
import { answerErrorsAsJson, sendError } from './serve.ts'

/** Time for a call in progress to finish when the app closes. */
const closingMsMax = 3000
/** Fastify's value, which it only sets on servers it creates. */
const keepAliveMs = 72_000
const lastWordMs = 2000

const unreadable = new ApiError('bad_request', messages.badRequest)
const tooSlow = new ApiError('timeout', messages.requestTooSlow)

export interface JsonAppOptions {
  readonly logger: Logger
  readonly bodyLimitBytes: number
  /** Reverse proxies whose X-Forwarded-* headers are trusted; none by default. */
  readonly trustedProxies?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  readonly limits?: Partial<HttpLimits>
  /** Removes secrets from bodies before they become strings. */
  readonly secrets?: SecretFields
  /** Runs before the app and can answer instead. */
  readonly before?: (serve: RequestListener) => RequestListener
}

/** Every failure is the contract's JSON error. Does not log requests: URLs can contain a setup token. */
export function createJsonApp(options: JsonAppOptions): FastifyInstance {
  const headers = { 'x-content-type-options': 'nosniff', ...options.headers }
  const { before, trustedProxies = [] } = options
  const limits = { ...httpLimits, ...options.limits }
  const timeouts = headerTimeouts(limits)
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimitBytes,
    // `limitConnections` ends late bodies, except those that enforce their own pace.
    requestTimeout: 0,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    http: timeouts,
    forceCloseConnections: 'idle',
    // Calls answer only their own method; a stream opened by HEAD would never end.
    exposeHeadRoutes: false,
    ...(before && {
      serverFactory: (serve: RequestListener) =>
        createServer({ ...timeouts, requestTimeout: 0, keepAliveTimeout: keepAliveMs }, before(serve)),
    }),
    ...withoutCompilers,
    ...earlyErrorsAsJson(headers),
  }) as unknown as FastifyInstance
  limitConnections(app.server, { limits, isProxy: proxyAddresses(trustedProxies) })
  refuseExpectations(app.server, headers)
  takeJsonOnly(app, options.bodyLimitBytes, options.secrets)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    // With two Host headers, a proxy before us may have used the other one (RFC 9112, 3.2).
    const names = request.raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host')
    if (names.length > 1 || nulInPath.test(request.url)) throw unreadable
  })
  answerErrorsAsJson(app)
  return app
}

const notOurs = () => {
  throw new Error('Calls are checked against the contract, not by schemas of Fastify')
}

/** Fastify options that leave out its schema compilers: loading them takes a tenth of a start. */
export const withoutCompilers = {
  schemaController: { compilersFactory: { buildValidator: notOurs, buildSerializer: notOurs } },
}

/** Fastify options that make failures before routing JSON errors too. */
export function earlyErrorsAsJson(headers: Readonly<Record<string, string>> = {}) {
  return {
    frameworkErrors: (error: unknown, _request: unknown, reply: unknown) => {
      // Unreadable paths reach no hook.
      sendError((reply as FastifyReply).headers(headers), toApiError(error))
    },
    clientErrorHandler: ({ code }: { code: string }, socket: Socket) => {
      if (socket.writable) socket.end(rawError(code === requestTimeoutCode ? tooSlow : unreadable, headers))
      // Ending closes one half; a sender would keep the other open forever.
      setTimeout(() => socket.destroy(), lastWordMs).unref()
    },
  }
}

/** Node answers an unknown `Expect` itself (RFC 9110, 10.1.1), before any hook: with these headers then. */
export function refuseExpectations(server: FastifyInstance['server'], headers: Readonly<Record<string, string>>): void {
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, { ...headers, 'content-length': '0', connection: 'close' }).end()
  })
}

/** Stops listening and lets running calls finish, up to a time limit. */
export async function closeJsonApp(app: FastifyInstance): Promise<void> {
  const hangUp = setTimeout(() => app.server.closeAllConnections(), closingMsMax)
  await app.close()
  clearTimeout(hangUp)
}

/** A NUL in a text, which not every database can store: in its place, the audit log would differ from its hashes. */
const nulInJson = /(?<!\\)(?:\\\\)*\\u0000/
const nulInPath = /^[^?]*%00/

/** Strict UTF-8 (RFC 8259, 8.1), no `__proto__`, no NUL; an empty JSON request has no body. */
function takeJsonOnly(app: FastifyInstance, limitBytes: number, secrets: SecretFields | undefined): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  app.removeAllContentTypeParsers()
  const parseBytes: FastifyBodyParser<Buffer> = (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    let text: string
    try {
      text = utf8.decode(body)
    } catch (cause) {
      return done(new ApiError('bad_request', messages.badRequest, { cause }))
    } finally {
      if (secrets) body.fill(0)
    }
    if (nulInJson.test(text)) return done(unreadable)
    return parse(request, text, done)
  }
  if (!secrets) {
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseBytes)
    return
  }
  const takenOf = new WeakMap<FastifyRequest, readonly string[]>()
  // Not 'onResponse': that fires when the caller hangs up, while the handler is still running.
  app.addHook('onSend', async request => secrets.forget(takenOf.get(request) ?? []))
  app.addContentTypeParser('application/json', (request, payload, done) => {
    readWhole(payload, limitBytes).then(
      whole => {
        const { body, taken } = secrets.take(whole)
        takenOf.set(request, taken)
        parseBytes(request, body, done)
      },
      (error: Error) => done(error),
    )
  })
}

/** Overwrites the joined chunks. Throws ApiError('too_large'). */
async function readWhole(payload: AsyncIterable<Buffer>, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of payload) {
    length += chunk.length
    if (length > limitBytes) throw new ApiError('too_large', messages.requestTooLarge)
    chunks.push(chunk)
  }
  const whole = Buffer.concat(chunks)
  for (const chunk of chunks) chunk.fill(0)
  return whole
}

/** The answer to bytes that are not a request. */
function rawError(error: ApiError, headers: Readonly<Record<string, string>>): string {
  const body = JSON.stringify(error.body())
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')
}
