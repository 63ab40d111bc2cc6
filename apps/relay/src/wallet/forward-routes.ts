import type { ClientRequest, IncomingMessage } from 'node:http'
import { Readable, Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type AnswerOf, type Endpoint, messages } from '@hornets/contract'
import type { askWalletHealth } from '@hornets/contract/admin/wallet'
import { walletEndpoints, walletRequestBytesMax } from '@hornets/contract/wallet'
import { handedBeforeHeader, writeHandedBefore } from '@hornets/contract/wallet/relay/handed-before'
import { health } from '@hornets/contract/wallet/set-up'
import { makeTransaction } from '@hornets/contract/wallet/spending'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { callerOf } from '@hornets/server/http/caller'
import { CustomerLimiter } from '@hornets/server/http/customers/customer-limiter'
import { requestBy } from '@hornets/server/http/node-http'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Logger } from '@hornets/server/process/logger'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HandedPayments, Handing } from './intentions/handed-payments.ts'

export interface ForwardOptions {
  /** Address of the wallet service, without a trailing slash. */
  readonly walletUrl: string
  readonly wayOut: WayOut
  /** Throws ApiError. Called before the body is read, and again before its last bytes are forwarded. */
  readonly authorize: (endpoint: Endpoint, request: FastifyRequest) => Promise<void>
  readonly handed?: Pick<HandedPayments, 'hand'>
  readonly now: Clock
  readonly logger: Logger
  readonly timeoutMs?: number
}

/** Prefix of the wallet's calls on the admin server. */
const prefix = '/wallet'
const answerBytesMax = 64 * 2 ** 20
/** Longest silence: covers password hashing, or a payment to a slow node. */
const usualTimeoutMs = 60_000
const healthTimeoutMs = 10_000
const idempotencyKeyChars = 200
const callLimit = { burst: 300, perMinute: 600 }

/** Other headers are dropped: hop-by-hop ones (RFC 9110, 7.6.1), and those for the admin server alone. */
const forwarded = ['accept', 'authorization', 'content-type', 'content-length', 'idempotency-key'] as const
const returned = ['content-type', 'content-length', 'content-disposition', 'retry-after', 'cache-control'] as const

/** Authorization holds the wallet's token (WAPI-07); the owner's session is in a header that is not forwarded. */
export function walletForwardRoutes(app: FastifyInstance, options: ForwardOptions): void {
  const limiter = new CustomerLimiter(callLimit, options.now)
  app.register(async scope => {
    // Only JSON, as everywhere on this server, but unparsed.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', (_request, payload, done) => done(null, payload))
    for (const endpoint of walletEndpoints) {
      const { method, path, access } = endpoint
      if (access === 'wallet') continue
      scope.route({
        method,
        url: `${prefix}${path}`,
        onRequest: async request => {
          limiter.take(callerOf(request).address)
          if (Number(request.headers['content-length'] ?? 0) > walletRequestBytesMax) throw tooLarge()
          await options.authorize(endpoint, request)
        },
        handler: (request, reply) => handlerOf(endpoint, request)(endpoint, request, reply, options),
      })
    }
  })
}

function handlerOf(endpoint: Endpoint, { headers }: FastifyRequest) {
  if (endpoint === health) return askHealth
  return endpoint === makeTransaction && headers['idempotency-key'] ? forwardOrder : forward
}

interface Order {
  readonly body: string
  readonly handing: Handing
}

/** An order to pay is remembered before it is forwarded, and with its answer. */
async function forwardOrder(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ForwardOptions,
): Promise<FastifyReply> {
  const key = String(request.headers['idempotency-key'])
  if (!options.handed || key.length > idempotencyKeyChars) return forward(endpoint, request, reply, options)
  const given = request.body as Readable | undefined
  const read = given && pipeline(given, atMost(walletRequestBytesMax), source => text(source))
  const body = (await read?.finally(() => closeUnread(request, reply))) ?? ''
  const handing = await options.handed.hand(key, body)
  return forward(endpoint, request, reply, options, { body, handing })
}

/** A missing wallet service is a normal answer: consoles ask twice a minute, and many relays have no wallet. */
async function askHealth(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ForwardOptions,
): Promise<FastifyReply> {
  try {
    return await forward(endpoint, request, reply, { ...options, timeoutMs: options.timeoutMs ?? healthTimeoutMs })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'unavailable') throw error
    const off: AnswerOf<typeof askWalletHealth> = {
      status: 'off',
      message: error.message as typeof messages.walletAway,
    }
    return reply.code(200).send(off)
  }
}

async function forward(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { walletUrl, wayOut, authorize, logger, timeoutMs = usualTimeoutMs }: ForwardOptions,
  order?: Order,
): Promise<FastifyReply> {
  const url = new URL(`${walletUrl}${callOf(request)}`)
  const sent = requestBy(url.protocol)(url, {
    method: request.method,
    headers: {
      ...pick(request.headers, forwarded),
      ...(order?.handing.before && { [handedBeforeHeader]: writeHandedBefore(order.handing.before) }),
      'x-forwarded-for': callerOf(request).address,
    },
    // A new connection per call: a reused one may just have been closed, and then the outcome would be unknown.
    agent: wayOut.agentFor(url) ?? false,
    timeout: timeoutMs,
  })
  sent.once('timeout', () => sent.destroy(new SilentError()))
  reply.raw.once('close', () => reply.raw.writableFinished || sent.destroy())
  try {
    const mayStill = () => authorize(endpoint, request)
    const body = order ? Readable.from([Buffer.from(order.body)]) : (request.body as Readable | undefined)
    const answer = await exchange(sent, body, mayStill)
    const status = answer.statusCode ?? 502
    const passed = atMost(answerBytesMax)
    // If it breaks off, so does the answer: `passed` passes the error to its reader.
    pipeline(answer, passed).catch(() => undefined)
    closeUnread(request, reply)
    const whole = order && (await text(passed))
    if (whole !== undefined) await order?.handing.answered({ status, text: whole })
    return reply
      .code(status)
      .headers(pick(answer.headers, returned))
      .send(whole ?? passed)
  } catch (error) {
    closeUnread(request, reply)
    if (error instanceof ApiError) {
      await order?.handing.answered(unpaid)
      throw error
    }
    logger[request.method === 'GET' ? 'debug' : 'warn']({ err: error }, 'the wallet service could not be asked')
    // Once the service was reached, the call may have had its effect.
    const notReached = unreached.has((error as NodeJS.ErrnoException).code ?? '')
    if (notReached) await order?.handing.answered(unpaid)
    throw new ApiError('unavailable', notReached ? messages.walletAway : messages.walletSilent, { cause: error })
  }
}

/** Path and query, from the matched route: the raw URL can be absolute or write the prefix differently. */
function callOf({ routeOptions, url }: FastifyRequest): string {
  const at = url.indexOf('?')
  return (routeOptions.url ?? '').slice(prefix.length) + (at < 0 ? '' : url.slice(at))
}

/** Closes the connection, since an unread body would block its next call. */
function closeUnread(request: FastifyRequest, reply: FastifyReply): void {
  if (!request.raw.complete) reply.header('connection', 'close')
}

const unpaid = { status: 503, text: '' }
const unreached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

class SilentError extends Error {
  override readonly name = 'SilentError'
}

/** Sends the body and resolves with the response's head, which may come before the body is sent. */
function exchange(
  sent: ClientRequest,
  body: Readable | undefined,
  mayStill: () => Promise<void>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve)
    sent.on('error', reject)
    if (body) pipeline(body, atMost(walletRequestBytesMax), lastAfter(mayStill), sent).catch(reject)
    else sent.end()
  })
}

/** Passes bytes on; fails at the first one above the limit. */
function atMost(limitBytes: number): Transform {
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed > limitBytes) done(tooLarge())
      else done(null, chunk)
    },
  })
}

/** Holds back the last bytes until all have arrived and `mayStill` has resolved: without them nothing happens. */
function lastAfter(mayStill: () => Promise<void>): Transform {
  let last: Buffer | undefined
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, last)
      last = chunk
    },
    flush(done) {
      mayStill().then(() => done(null, last), done)
    },
  })
}

const tooLarge = () => new ApiError('too_large', messages.requestTooLarge)

function pick(headers: IncomingMessage['headers'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap(name => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])))
}
