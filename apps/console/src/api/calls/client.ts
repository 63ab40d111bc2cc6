import type { AnswerOf, BodyInputOf, Endpoint, QueryInputOf } from '@hornets/contract/endpoint'
import type * as z from 'zod/mini'
import { type AskPassword, withStepUp } from '../session/step-up.ts'
import { ApiError, noTokenText } from './api-error.ts'
import { callChecked } from './check-answer.ts'
import type { RequestFacts } from './transport.ts'
import { buildPath } from './url.ts'

type ParamsInputOf<E extends Endpoint> = E['params'] extends z.ZodMiniType ? z.input<E['params']> : undefined

/** A call's input: only declared parts. */
export type CallInput<E extends Endpoint> = (E['params'] extends z.ZodMiniType
  ? { params: ParamsInputOf<E> }
  : object) &
  (E['query'] extends z.ZodMiniType ? { query?: QueryInputOf<E> } : object) &
  (E['body'] extends z.ZodMiniType ? { body: BodyInputOf<E> } : object) & { signal?: AbortSignal }

export type CallArguments<E extends Endpoint> =
  object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

export interface Client {
  /** Calls an endpoint of the contract. Throws ApiError. */
  call<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): Promise<AnswerOf<E>>
}

interface RefusedCall {
  readonly token: string
  /** Whether the call changes something, so that ending the session loses what was entered. */
  readonly isChange: boolean
}

/** Resolves with true once the same account is signed in again, so that the call can be repeated. */
export type SignInAgain = (refused: RefusedCall) => Promise<boolean>

export interface ClientParts {
  /** The session's token; undefined without a session. */
  readonly token: () => string | undefined
  readonly send: (request: RequestFacts) => Promise<unknown>
  /** A session call was refused with 401 (AUTH-48). */
  readonly onUnauthorized: () => void
  readonly onNoToken: () => void
  readonly signInAgain?: SignInAgain
  /** The server requires the password again. */
  readonly askPassword?: AskPassword
}

export function createClient({
  token,
  send,
  onUnauthorized,
  onNoToken,
  signInAgain,
  askPassword,
}: ClientParts): Client {
  return {
    async call<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>): Promise<AnswerOf<E>> {
      const { params, query, body, signal } = (input ?? {}) as {
        params?: Record<string, unknown>
        query?: Record<string, unknown>
        body?: unknown
        signal?: AbortSignal
      }
      const bearer = endpoint.access === 'session' ? token() : undefined
      if (endpoint.access === 'session' && !bearer) {
        onNoToken()
        throw new ApiError({ status: 401, code: 'unauthorized', message: noTokenText })
      }
      const path = buildPath(endpoint.path, params, query)
      const asText = endpoint.produces !== undefined
      const request = { method: endpoint.method, path, body, signal, asText }
      const attempt = (token: string | undefined) =>
        callChecked(endpoint, () => withStepUp(askPassword, path, () => send({ ...request, token })))
      try {
        return await attempt(bearer).catch(error => {
          // Another tab has signed in meanwhile: only the earlier session has ended.
          const current = token()
          if (bearer && isUnauthorized(error) && current && current !== bearer) return attempt(current)
          throw error
        })
      } catch (error) {
        if (!bearer || !isUnauthorized(error)) throw error
        const refused = { token: bearer, isChange: endpoint.method !== 'GET' }
        if (await signInAgain?.(refused))
          return attempt(token()).catch(error => {
            if (isUnauthorized(error)) onUnauthorized()
            throw error
          })
        onUnauthorized()
        throw error
      }
    },
  }
}

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401
