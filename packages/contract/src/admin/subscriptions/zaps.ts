import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'

export const zapStates = [
  /** The profile (kind 0) of the relay's key has no Lightning address (lud16). */
  'no_address',
  /** The server of that address does not answer, or not as LUD-16 says. */
  'unreachable',
  /** That server supports no zaps (NIP-57). */
  'no_zaps',
  /** The relay's rules refuse kind 9735. */
  'kind_refused',
  'ready',
] as const
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
      /**
       * Who says that a zap was paid. node: the Lightning node of the operator's wallet. server: the server of the
       * Lightning address, which the relay then has to trust.
       */
      checked_by: z.enum(['node', 'server']),
    }),
  },
  errors: [],
})
