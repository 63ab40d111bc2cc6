import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { hex64 } from '../nostr.ts'

/** Calls of the relay to the wallet, signed as described in push.ts. */

export const setOperators = defineEndpoint({
  method: 'POST',
  path: '/operators',
  tag: 'Relay',
  summary: 'Who may sign in: the owners of the relay, in place of those before',
  access: 'wallet',
  body: z.object({ pubkeys: z.array(hex64).max(100) }),
  answers: { 200: z.object({ message: z.string() }) },
  errors: ['unauthorized'],
})

export const generateAddresses = defineEndpoint({
  method: 'POST',
  path: '/generate-addresses',
  tag: 'Relay',
  summary: 'New receiving addresses for the relay; they come by the push as well',
  access: 'wallet',
  body: z.object({ count: z.number().int().min(1).max(1000) }),
  answers: { 200: z.object({ addresses: z.array(z.object({ index: z.number().int(), address: z.string() })) }) },
  errors: ['unauthorized', 'wallet_missing', 'unavailable'],
})
