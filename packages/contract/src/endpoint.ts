import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { LiveTopic } from './live-topics.ts'
import { isAtLeast, type Role } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who can call: anyone; signed-in admins; relay and wallet each other, by calls signed with the shared API key. */
export type Access = 'public' | 'session' | 'wallet'

/**
 * Declared once: servers, clients, OpenAPI, demo, audit and cache derive from it. Times are RFC 3339, UTC (WIRE-06).
 */
export interface Endpoint {
  readonly method: Method
  /** Path with `:name` parameters, e.g. `/api/settings/:group`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly access: Access
  /** Minimum role. Calls to the wallet service need that session in addition; without a role its token suffices. */
  readonly role?: Role
  /** Requires the password if it was last entered over 10 minutes ago. */
  readonly stepUp?: true
  /** The demo refuses calls that change something, except those that only change its own temporary store. */
  readonly demo?: 'plays'
  /** Its audit action, or several. Null: nothing that the log records. Required for every admin call that changes. */
  readonly audit?: string | Readonly<Record<string, string>> | null
  readonly staleOn?: readonly LiveTopic[]
  readonly params?: z.ZodMiniObject
  readonly query?: z.ZodMiniObject
  readonly body?: z.ZodMiniType
  /** The answer for each success status. `null` = no body (204), or a body without a schema (see `produces`). */
  readonly answers: { readonly [status: number]: z.ZodMiniType | null }
  readonly produces?: string
  /** Errors besides bad_request and internal, the two 401 of session calls, and 429 of changes. */
  readonly errors: readonly ErrorCode[]
}

export function mayCall(role: Role, { role: least }: Pick<Endpoint, 'role'>): boolean {
  return least !== undefined && isAtLeast(role, least)
}

/** The exported calls of these modules, each once, by path and method. */
export function endpointsOf(...modules: readonly object[]): readonly Endpoint[] {
  const found = new Set(modules.flatMap(module => Object.values(module).filter(isEndpoint)))
  return [...found].sort((one, other) => `${one.path} ${one.method}`.localeCompare(`${other.path} ${other.method}`))
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'answers' in value
}

export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}

type Infer<S, Fallback> = S extends z.ZodMiniType ? z.infer<S> : Fallback
type Input<S, Fallback> = S extends z.ZodMiniType ? z.input<S> : Fallback

export type ParamsOf<E extends Endpoint> = Infer<E['params'], Record<string, never>>
export type QueryOf<E extends Endpoint> = Infer<E['query'], Record<string, never>>
export type BodyOf<E extends Endpoint> = Infer<E['body'], undefined>
/** What clients send: before defaults and coercion. */
export type QueryInputOf<E extends Endpoint> = Input<E['query'], Record<string, never>>
export type BodyInputOf<E extends Endpoint> = Input<E['body'], undefined>
/** What clients receive: the union over the success statuses. */
export type AnswerOf<E extends Endpoint> = {
  [S in keyof E['answers']]: E['answers'][S] extends z.ZodMiniType ? z.infer<E['answers'][S]> : undefined
}[keyof E['answers']]
