import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'

/** What a new relay still needs. Each step ticks itself from what the relay knows. */
export const firstSteps = ['client', 'note', 'name', 'tls', 'second_factor', 'chain', 'backup'] as const
export type FirstStep = (typeof firstSteps)[number]

const session = { tag: 'Operation', access: 'session', role: 'operator', errors: [] } as const

export const getFirstSteps = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/first-steps',
  summary: 'The first steps with a relay, and which are done',
  staleOn: ['settings', 'health', 'account', 'wallet'],
  answers: {
    200: z.object({
      steps: z.array(z.object({ what: z.enum(firstSteps), is_done: z.boolean() })),
      /** This admin has put the list away. */
      is_hidden: z.boolean(),
    }),
  },
})

export const hideFirstSteps = defineEndpoint({
  ...session,
  method: 'PUT',
  path: '/api/first-steps',
  summary: 'Put the list of first steps away, or show it again; for the own account',
  demo: 'plays',
  audit: null,
  body: z.object({ hidden: z.boolean() }),
  answers: { 200: z.object({ success: z.literal(true) }) },
})
