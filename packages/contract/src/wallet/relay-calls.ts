import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { hex64 } from '../nostr.ts'
import { sequence } from './push.ts'

/** Of addresses, as far as BIP 32 derives them plainly. */
const index = z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1))

/** Calls of the relay to the wallet, signed as described in push.ts. */

export const setOperators = defineEndpoint({
  method: 'POST',
  path: '/operators',
  tag: 'Relay',
  summary:
    'The owners of the relay, and what it knows of the wallet. They may sign in until the wallet is set up; from then on they are only names that its operator can add',
  access: 'wallet',
  audit: { told: 'operators', pinned: 'operators.pinned' },
  body: z.object({
    pubkeys: z.array(hex64).check(z.maxLength(100)),
    /** Of the wallet whose reports are taken (push.ts). Missing in calls of an older relay, as are the next three. */
    wallet_name: z.optional(z.string().check(z.maxLength(2000))),
    /** The last push that it has taken in order; null before the first. Missing: it keeps no numbers. */
    sequence: z.optional(z.nullable(sequence)),
    /** Another one with each start of the relay, for wallets that do not number their pushes. */
    run: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    /** The one of the highest index that it has been told under this name. */
    last_address: z.optional(z.object({ index, address: z.string().check(z.maxLength(200)) })),
  }),
  answers: {
    200: z.object({
      message: z.string(),
      /** There are addresses that the relay has not been told yet: it hears of them before it asks for more. */
      untold: z.optional(z.boolean()),
    }),
  },
  errors: ['unauthorized'],
})

export const generateAddresses = defineEndpoint({
  method: 'POST',
  path: '/generate-addresses',
  tag: 'Relay',
  summary: 'New receiving addresses for the relay; they come by the push as well',
  access: 'wallet',
  audit: null,
  body: z.object({ count: z.int().check(z.minimum(1), z.maximum(1000)) }),
  answers: { 200: z.object({ addresses: z.array(z.object({ index: z.int(), address: z.string() })) }) },
  errors: ['unauthorized', 'wallet_missing', 'unavailable', 'conflict'],
})
