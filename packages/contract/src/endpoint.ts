import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { LiveTopic } from './live-topics.ts'
import { isAtLeast, type Role } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who can call: anyone; those who are signed in; relay and wallet each other, by calls signed with the shared API key. */
export type Access = 'public' | 'session' | 'wallet'

/**
 * One call of an API, declared once. Servers serve it, clients call it; permissions, the OpenAPI document, the demo, the
 * actions of the audit log and the console's cache follow from it.
 */
export interface Endpoint {
  readonly method: Method
  /** Path with `:name` parameters, e.g. `/api/settings/:group`. */
  readonly path: string
  /** Heading under which the document lists the call. */
  readonly tag: string
  readonly summary: string
  readonly access: Access
  /**
   * The least role of an admin who can call. The relay refuses a session call without one to everybody. With a call of the
   * wallet service it also asks for that admin's session; without one the wallet's own token is enough.
   */
  readonly role?: Role
  /** Asks for the password again when it was last given over 10 minutes ago. */
  readonly stepUp?: true
  /** The demo refuses every call that changes something, except those that play: they change its own throw-away store. */
  readonly demo?: 'plays'
  /**
   * Its action in the audit log, or one for each thing that the log tells of it. Null: it changes nothing that the log
   * tells of. Every call of the admin API says it, except those that only read.
   */
  readonly audit?: string | Readonly<Record<string, string>> | null
  /** Reports of the live stream after which a kept answer has to be read again. */
  readonly staleOn?: readonly LiveTopic[]
  readonly params?: z.ZodMiniObject
  readonly query?: z.ZodMiniObject
  readonly body?: z.ZodMiniType
  /** Answer of each good status. `null` = no body (204) or a body that no schema describes (see `produces`). */
  readonly answers: { readonly [status: number]: z.ZodMiniType | null }
  /** Content type of the answer where it is not JSON. */
  readonly produces?: string
  /** What can go wrong beyond bad_request, internal and, for session calls, the two 401, and 429 where they change something. */
  readonly errors: readonly ErrorCode[]
}

/** Can an admin of this role make the call? */
export function mayCall(role: Role, { role: least }: Pick<Endpoint, 'role'>): boolean {
  return least !== undefined && isAtLeast(role, least)
}

/** The calls that these modules export, each once, by path and method. */
export function endpointsOf(...modules: readonly object[]): readonly Endpoint[] {
  const found = new Set(modules.flatMap(module => Object.values(module).filter(isEndpoint)))
  return [...found].sort((one, other) => `${one.path} ${one.method}`.localeCompare(`${other.path} ${other.method}`))
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'answers' in value
}

/** Keeps the literal types of a description. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}

type Infer<S, Fallback> = S extends z.ZodMiniType ? z.infer<S> : Fallback
type Input<S, Fallback> = S extends z.ZodMiniType ? z.input<S> : Fallback

/** What a handler is given. */
export type ParamsOf<E extends Endpoint> = Infer<E['params'], Record<string, never>>
export type QueryOf<E extends Endpoint> = Infer<E['query'], Record<string, never>>
export type BodyOf<E extends Endpoint> = Infer<E['body'], undefined>
/** What a client sends: before defaults and coercion. */
export type QueryInputOf<E extends Endpoint> = Input<E['query'], Record<string, never>>
export type BodyInputOf<E extends Endpoint> = Input<E['body'], undefined>
/** What a client is given: the union over the good statuses. */
export type AnswerOf<E extends Endpoint> = {
  [S in keyof E['answers']]: E['answers'][S] extends z.ZodMiniType ? z.infer<E['answers'][S]> : undefined
}[keyof E['answers']]
