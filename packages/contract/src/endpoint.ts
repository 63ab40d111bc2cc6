import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may call: anybody; whoever is signed in; relay and wallet each other, by calls signed with the shared api key. */
export type Access = 'public' | 'session' | 'wallet'

/** One call of an API, described once: servers serve it, clients call it and the OpenAPI document is written from it. */
export interface Endpoint {
  readonly method: Method
  /** Path with `:name` parameters, e.g. `/api/settings/:group`. */
  readonly path: string
  /** Heading under which the document lists the call. */
  readonly tag: string
  readonly summary: string
  readonly access: Access
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Answer of each good status. `null` = no body (204) or a body that no schema describes (see `produces`). */
  readonly answers: { readonly [status: number]: z.ZodType | null }
  /** Content type of the answer where it is not JSON. */
  readonly produces?: string
  /** What can go wrong beyond bad_request, internal and, for session calls, the two 401, and 429 where they change something. */
  readonly errors: readonly ErrorCode[]
}

/** Keeps the literal types of a description. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}

type Infer<S, Fallback> = S extends z.ZodType ? z.infer<S> : Fallback
type Input<S, Fallback> = S extends z.ZodType ? z.input<S> : Fallback

/** What a handler is given. */
export type ParamsOf<E extends Endpoint> = Infer<E['params'], Record<string, never>>
export type QueryOf<E extends Endpoint> = Infer<E['query'], Record<string, never>>
export type BodyOf<E extends Endpoint> = Infer<E['body'], undefined>
/** What a client sends: before defaults and coercion. */
export type QueryInputOf<E extends Endpoint> = Input<E['query'], Record<string, never>>
export type BodyInputOf<E extends Endpoint> = Input<E['body'], undefined>
/** What a client is given: the union over the good statuses. */
export type AnswerOf<E extends Endpoint> = {
  [S in keyof E['answers']]: E['answers'][S] extends z.ZodType ? z.infer<E['answers'][S]> : undefined
}[keyof E['answers']]
