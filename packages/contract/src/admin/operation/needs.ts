import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { healthMatters, setupMatters } from '../notifications/health.ts'

/** What an operator has to deal with, gathered from what the relay already knows. */
export const urgencies = ['high', 'medium', 'low'] as const
export type Urgency = (typeof urgencies)[number]

const urgency = z.enum(urgencies)

const need = z.discriminatedUnion('kind', [
  /** Open cases of the moderation inbox that this role decides. */
  z.object({ kind: z.literal('cases'), urgency, count: z.int() }),
  /** What health notifications say and is not over. */
  z.object({
    kind: z.literal('health'),
    urgency,
    what: z.enum(healthMatters),
    subject: z.string(),
    /** The version that ran when a new one was noticed. */
    running: z.optional(z.string()),
  }),
  /** What is not set up, where money or data are at risk. */
  z.object({ kind: z.literal('setup'), urgency, what: z.enum(setupMatters), subject: z.string() }),
  /** Refunds that are not paid or whose payment is stuck; counted among the newest. */
  z.object({ kind: z.literal('refunds'), urgency, count: z.int() }),
  /** Payments of subscribers that were double-spent or forgotten in the last seven days. */
  z.object({ kind: z.literal('payments'), urgency, count: z.int() }),
  z.object({ kind: z.literal('maintenance'), urgency }),
])
export type Need = z.infer<typeof need>

export const getNeeds = defineEndpoint({
  method: 'GET',
  path: '/api/needs',
  tag: 'Operation',
  access: 'session',
  role: 'moderator',
  summary: 'What needs attention now, most urgent first; moderators get the cases they decide',
  staleOn: ['cases', 'health', 'relay_settings', 'subscribers', 'wallet'],
  answers: { 200: z.object({ needs: z.array(need) }) },
  errors: [],
})
