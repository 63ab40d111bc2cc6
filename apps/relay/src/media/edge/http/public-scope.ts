import { ApiError, toApiError } from '@hornets/server/api-error'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalNotes } from '../../../refusals/refusal-log.ts'
import { PaymentRequired, paymentHeaders, type UploadPayments } from '../../library/keeping/payment-required.ts'
import { drainUnread } from './drain.ts'
import { noteRefusal } from './note-refusal.ts'

type Method = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'

const methods: readonly (Method | 'PATCH')[] = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH']
const reasonCharactersMax = 500

interface PublicScopeOptions {
  /** The body of an error; by default the one of all the relay's answers, with `message` as in BUD-01. */
  readonly write?: (error: ApiError) => object
  readonly payments?: UploadPayments
  readonly refusals?: RefusalNotes
}

/** Routes for pages of any origin: bodies as streams, errors as text in X-Reason (BUD-01) and how to pay (BUD-07). */
export function openToEveryone(scope: FastifyInstance, options: PublicScopeOptions = {}): void {
  scope.decorateRequest('signer', null)
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  scope.addHook('onRequest', async ({ headers }, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': '*',
      'x-content-type-options': 'nosniff',
    })
    if (headers['x-lightning'] !== undefined) await takeProof(String(headers['x-lightning']), options.payments)
  })
  scope.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (!(error instanceof PaymentRequired)) return answerWithReason(error, request, reply, options)
    const terms = await options.payments?.termsFor(error.pubkey, request.ip)
    const ways = terms ? paymentHeaders(terms) : {}
    // 402 names a way to pay (BUD-07): without one it is a refusal.
    if (!terms || Object.keys(ways).length === 0)
      return answerWithReason(
        new ApiError('forbidden', error.message, error.why && { why: error.why }),
        request,
        reply,
        options,
      )
    reply.headers(ways)
    return answerWithReason(error.with(terms), request, reply, options)
  })
}

/** Credits the invoice that a preimage proves paid (BUD-07). Throws ApiError('bad_request') if it proves none. */
async function takeProof(header: string, payments: UploadPayments | undefined): Promise<void> {
  const preimage = /^"?([0-9a-f]{64})"?$/i.exec(header)?.[1]
  if (preimage === undefined)
    throw new ApiError('bad_request', 'Expected X-Lightning to be a preimage: 64 hex characters')
  if (!(await payments?.takeProof(preimage.toLowerCase())))
    throw new ApiError('bad_request', 'The preimage in X-Lightning pays no invoice of this relay')
}

/** Tells which methods exist at this address, by which clients recognise what the server supports; refuses the others. */
export function offerMethods(scope: FastifyInstance, url: string, offered: readonly Method[]): void {
  const allow = [...offered, 'OPTIONS'].join(', ')
  scope.options(url, (_request, reply) =>
    reply
      .code(204)
      .headers({
        allow,
        'access-control-allow-headers': 'Authorization, *',
        'access-control-allow-methods': allow,
        'access-control-expose-headers': 'Allow, *',
        'access-control-max-age': '86400',
      })
      .send(),
  )
  const message = `This address takes ${allow}`
  scope.route({
    method: methods.filter(method => !offered.some(one => one === method)),
    url,
    exposeHeadRoute: false,
    handler: (request, reply) => {
      drainUnread(request.raw)
      const body = { status: 'error', ...new ApiError('bad_request', message).body(), message }
      return reply.code(405).headers({ allow, 'x-reason': message }).send(body)
    },
  })
}

function answerWithReason(
  error: FastifyError | ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
  { write = writeUsual, refusals }: PublicScopeOptions,
): FastifyReply {
  const answer = toApiError(error)
  // The client is gone, which is not the relay's error; also when everything arrived but was not read.
  const aborted = request.raw.destroyed && (!request.raw.complete || error.code === 'ECONNRESET')
  if (answer.code === 'internal' && !aborted) request.log.error({ err: error }, 'request failed')
  reply.code(answer.status).header('x-reason', reasonOf(answer))
  if (answer.status === 401) reply.header('www-authenticate', 'Nostr')
  if (answer.status === 503 || answer.status === 429) reply.header('retry-after', String(answer.retryAfterSeconds ?? 5))
  if (refusals && !aborted) noteRefusal(refusals, request, answer, reasonOf(answer))
  drainUnread(request.raw)
  return reply.send(write(answer))
}

const writeUsual = (error: ApiError) => ({ ...error.body(), message: error.message })

/** Headers hold ASCII. */
const reasonOf = ({ message }: ApiError) => message.replace(/[^\x20-\x7e]/g, '?').slice(0, reasonCharactersMax)
