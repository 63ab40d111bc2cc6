import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { healthMatters, setupMatters } from '../notifications/health.ts'

export const urgencies = ['high', 'medium', 'low'] as const
export type Urgency = (typeof urgencies)[number]

const urgency = z.enum(urgencies)

const need = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cases'), urgency, count: z.int() }),
  z.object({
    kind: z.literal('health'),
    urgency,
    what: z.enum(healthMatters),
    subject: z.string(),
    running: z.optional(z.string()),
  }),
  z.object({ kind: z.literal('setup'), urgency, what: z.enum(setupMatters), subject: z.string() }),
  z.object({ kind: z.literal('refunds'), urgency, count: z.int() }),
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
