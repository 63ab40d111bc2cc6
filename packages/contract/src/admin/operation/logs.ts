import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'fatal'] as const
export type LogLevel = (typeof logLevels)[number]

export const logLinesMax = 500

const line = z.object({
  id: z.int(),
  /** RFC 3339, UTC. */
  at: z.string(),
  level: z.enum(logLevels),
  message: z.string(),
  /** Whatever else it says, as JSON; empty if nothing. */
  details: z.string(),
})
export type LogLine = z.infer<typeof line>

export const listLogLines = defineEndpoint({
  method: 'GET',
  path: '/api/logs',
  tag: 'Operation',
  access: 'session',
  role: 'operator',
  summary: 'The last log lines of this start, newest first, at most 1,000 in all; without passwords, tokens and keys',
  query: z.object({
    level: z._default(z.enum(logLevels), 'info'),
    /** Part of the message or of what else it says. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(logLinesMax)), 200),
  }),
  answers: { 200: z.object({ lines: z.array(line), has_more: z.boolean() }) },
  errors: [],
})
