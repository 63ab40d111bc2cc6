import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'

const session = { tag: 'Settings', access: 'session' } as const

export const serviceGroups = [
  ...(['image_moderation', 'content_filter', 'ollama', 'nest_feeder', 'xnostr', 'query_cache'] as const),
  ...(['email', 's3', 'outgoing'] as const),
] as const
export type ServiceGroup = (typeof serviceGroups)[number]

/** Those that call an outside service, so that its connection can be tested. */
export const testedGroups = ['image_moderation', 'ollama', 'nest_feeder', 'xnostr', 'email', 's3', 'outgoing'] as const
export type TestedGroup = (typeof testedGroups)[number]

const count = z.int().check(z.minimum(0))

/** The judge of images that comes with the relay, for the default address. */
export const builtInJudgeState = z.object({
  state: z.enum(['off', 'installing', 'starting', 'running', 'failed']),
  /** While installing: packages that are there, of all. */
  done: z.optional(count),
  total: z.optional(count),
  error: z.optional(z.string()),
})
export type BuiltInJudgeState = z.infer<typeof builtInJudgeState>

export const serviceReport = z.object({
  group: z.enum(serviceGroups),
  /** `waiting`: on, and not asked since. */
  state: z.enum(['off', 'running', 'waiting', 'failing']),
  /** RFC 3339, UTC: the last change of `state`. */
  since: z.string(),
  error: z.optional(z.string()),
  detail: z.optional(z.string()),
  queue: count,
  /** Notes of the last 60 seconds shown without a verdict: the service failed, or too many arrived at a time. */
  unjudged: z.optional(count),
  /** Calls in the last 60 seconds. */
  per_minute: count,
  /** Of late, milliseconds; 0 before the first answer. */
  latency_ms: count,
  cache: z.optional(z.object({ entries: count, hits: count, misses: count, bytes: count })),
  /** For image_moderation only. */
  judge: z.optional(builtInJudgeState),
})
export type ServiceReport = z.infer<typeof serviceReport>

export const getServices = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/services',
  role: 'viewer',
  summary: 'How the service behind each settings group is doing',
  staleOn: ['settings'],
  answers: { 200: z.array(serviceReport) },
  errors: [],
})

export const serviceTrial = z.object({
  ok: z.boolean(),
  took_ms: count,
  answer: z.optional(z.string()),
  error: z.optional(z.string()),
  detail: z.optional(z.string()),
})
export type ServiceTrial = z.infer<typeof serviceTrial>

export const testService = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/services/:group/test',
  role: 'operator',
  audit: null,
  summary: 'Call the service of a group once, with the given values over the saved ones; saves nothing',
  params: z.object({ group: z.enum(testedGroups) }),
  body: z.record(z.string(), z.record(z.string(), z.unknown())),
  answers: { 200: serviceTrial },
  errors: ['password_needed'],
})

export const getOllamaModels = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/services/ollama/models',
  role: 'operator',
  summary: 'The models that are installed on the Ollama server; empty if it does not answer',
  staleOn: ['settings'],
  answers: { 200: z.object({ models: z.array(z.string()) }) },
  errors: [],
})
