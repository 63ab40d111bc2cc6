import { Readable } from 'node:stream'
import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type ErrorCode,
  messages,
  type ParamsOf,
  type QueryOf,
} from '@hornets/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import * as core from 'zod/v4/core'
import { ApiError, toApiError } from '../api-error.ts'

/** What a handler receives: the checked parts of the call and the caller. */
export interface Call<E extends Endpoint, Session> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly session: Session
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Checks the caller again. For handlers that read the body themselves: the session may have ended meanwhile. */
  readonly letInAgain: () => Promise<void>
}

/** Answers with the endpoint's first status; a handler that writes to `reply` itself returns it. */
export type Handler<E extends Endpoint, Session> = (
  call: Call<E, Session>,
) => Promise<AnswerOf<E> | FastifyReply> | AnswerOf<E> | FastifyReply

export interface ServeOptions<Session> {
  /** Throws ApiError('unauthorized') for a call without a valid session. */
  readonly authenticate: (request: FastifyRequest) => Promise<Session>
  /** Throws ApiError('forbidden') or ApiError('password_needed') if the session cannot make this call. */
  readonly authorize?: (endpoint: Endpoint, session: Session) => Promise<void>
  /** Throws ApiError('rate_limited') for too many calls; runs first. */
  readonly limit?: (endpoint: Endpoint, request: FastifyRequest) => void
  /** For endpoints with `access: 'wallet'`: throws ApiError('unauthorized') for an invalid signature. */
  readonly checkSignature?: (request: FastifyRequest, body: Buffer) => Promise<void>
}

export type Serve<Session> = <E extends Endpoint>(endpoint: E, handler: Handler<E, Session>) => void

/** Input passes the schemas before a handler sees it, answers theirs: no undeclared field leaves. */
export function createServe<Session>(app: FastifyInstance, options: ServeOptions<Session>): Serve<Session> {
  const sessions = new WeakMap<FastifyRequest, Session>()
  const letIn = async (endpoint: Endpoint, request: FastifyRequest) => {
    const session = await options.authenticate(request)
    await options.authorize?.(endpoint, session)
    sessions.set(request, session)
  }
  return (endpoint, handler) => {
    const [status, answer] = firstAnswer(endpoint)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      // Before the body is read: nothing is parsed for unauthorized callers.
      onRequest: async request => {
        options.limit?.(endpoint, request)
        if (endpoint.access === 'session') await letIn(endpoint, request)
      },
      ...(endpoint.access === 'session' &&
        endpoint.method !== 'GET' && { preHandler: (request: FastifyRequest) => letIn(endpoint, request) }),
      // The signature covers the raw bytes, so they are checked before parsing.
      ...(endpoint.access === 'wallet' && {
        preParsing: async (request: FastifyRequest, _reply: FastifyReply, payload: Readable) => {
          const body = await readWhole(payload, request.routeOptions.bodyLimit ?? 0)
          if (!options.checkSignature) throw new Error(`${endpoint.path} takes signed calls, and nobody checks them`)
          await options.checkSignature(request, body)
          return Object.assign(Readable.from(body.length === 0 ? [] : [body]), { receivedEncodedLength: body.length })
        },
      }),
      handler: async (request, reply) => {
        const session = sessions.get(request) as Session
        const result = await handler({
          params: check(endpoint.params, request.params, 'bad_request') as never,
          query: check(endpoint.query, request.query, 'bad_request') as never,
          body: check(endpoint.body, request.body, bodyErrorCode(endpoint)) as never,
          session,
          request,
          reply,
          letInAgain: () => letIn(endpoint, request),
        })
        // A reply is thenable: awaiting it yields nothing once it is sent.
        if (result === reply || reply.sent) return reply
        return reply.code(status).send(answer ? answer.parse(result) : undefined)
      },
    })
  }
}

async function readWhole(payload: Readable, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of payload) {
    length += (chunk as Buffer).length
    if (length > limitBytes) throw new ApiError('too_large', messages.requestTooLarge)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

function firstAnswer(endpoint: Endpoint): [status: number, schema: NonNullable<Endpoint['answers'][number]> | null] {
  const [first] = Object.entries(endpoint.answers)
  if (!first) throw new Error(`${endpoint.method} ${endpoint.path} describes no answer`)
  return [Number(first[0]), first[1]]
}

/** Endpoints that list `invalid_fields` name the wrong fields; others answer bad_request. */
function bodyErrorCode(endpoint: Endpoint): ErrorCode {
  return endpoint.errors.includes('invalid_fields') ? 'invalid_fields' : 'bad_request'
}

function check(schema: core.$ZodType | undefined, value: unknown, code: ErrorCode): unknown {
  if (!schema) return undefined
  const result = parseSafely(schema, value)
  if (result.success) return result.data
  throw invalidFields(result.error, code)
}

/** zod reads the length of what should be text, which can throw (`{"length": {"toString": ""}}`). */
export function parseSafely<Schema extends core.$ZodType>(
  schema: Schema,
  value: unknown,
): core.util.SafeParseResult<core.output<Schema>> {
  try {
    return core.safeParse(schema, value)
  } catch {
    const error = new z.ZodError([{ code: 'custom', path: [], message: messages.badRequest, input: value }])
    return { success: false, error: error as z.ZodError<core.output<Schema>> }
  }
}

/** A schema's issues as an error with each field's first message. */
export function invalidFields(error: core.$ZodError, code: ErrorCode = 'invalid_fields'): ApiError {
  const fields: Record<string, string> = {}
  for (const { path, message } of error.issues) fields[path.join('.')] ??= message
  const [first] = Object.entries(fields)
  const whole = !first || first[0] === ''
  return new ApiError(code, whole ? messages.badRequest : first[1], { fields: whole ? {} : fields, cause: error })
}

/** Turns every failure of the app, including unknown routes and unreadable bodies, into a JSON error. */
export function answerErrorsAsJson(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => sendError(reply, new ApiError('not_found', messages.notFound)))
  app.setErrorHandler((error, request, reply) => {
    const answer = toApiError(error)
    if (answer !== error && answer.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendError(reply, answer)
  })
}

/** The only place where errors become responses. */
export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
  return reply.code(error.status).send(error.body())
}
