import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'

export const zapStates = ['no_address', 'unreachable', 'no_zaps', 'kind_refused', 'ready'] as const
export type ZapState = (typeof zapStates)[number]

export const getZaps = defineEndpoint({
  method: 'GET',
  path: '/api/zaps',
  tag: 'Subscribers',
  summary: "Whether zaps to the relay's key (NIP-57) can be counted as payments",
  access: 'session',
  role: 'viewer',
  staleOn: ['relay_settings'],
  answers: {
    200: z.object({
      state: z.enum(zapStates),
      /** The Lightning address in the relay's profile; null for none. */
      lud16: z.nullable(z.string()),
      /** node: of the operator's wallet. server: that of the Lightning address, which the relay has to trust. */
      checked_by: z.enum(['node', 'server']),
    }),
  },
  errors: [],
})
