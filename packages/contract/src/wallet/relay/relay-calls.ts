import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { sats, txid } from '../amounts.ts'
import { addressAccount, sequence } from './push.ts'

/** Address index, within BIP 32's range without hardening. */
const index = z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1))

export const setOperators = defineEndpoint({
  method: 'POST',
  path: '/operators',
  tag: 'Relay',
  summary: "Announce the relay's owners and its wallet state. Owners can sign in until the wallet is set up",
  access: 'wallet',
  audit: { told: 'operators', pinned: 'operators.pinned' },
  body: z.object({
    pubkeys: z.array(hex64).check(z.maxLength(100)),
    /** Name of the wallet whose reports are accepted (push.ts). Older relays omit it and the next three fields. */
    wallet_name: z.optional(z.string().check(z.maxLength(2000))),
    /** The last push in order; null before the first. Missing: the relay stores no numbers. */
    sequence: z.optional(z.nullable(sequence)),
    /** Changes with each start of the relay, for wallets that do not number their pushes. */
    run: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    /** The highest address reported under this name. */
    last_address: z.optional(z.object({ index, address: z.string().check(z.maxLength(200)) })),
  }),
  answers: { 200: z.object({ message: z.string(), untold: z.optional(z.boolean()) }) },
  errors: ['unauthorized'],
})

export const generateAddresses = defineEndpoint({
  method: 'POST',
  path: '/generate-addresses',
  tag: 'Relay',
  summary: 'New receiving addresses for the relay, which are also pushed',
  access: 'wallet',
  audit: null,
  body: z.object({ count: z.int().check(z.minimum(1), z.maximum(1000)) }),
  answers: { 200: z.object({ addresses: z.array(z.object({ index: z.int(), address: z.string() })) }) },
  errors: ['unauthorized', 'wallet_missing', 'unavailable', 'conflict'],
})

export const giveSubscriberAddress = defineEndpoint({
  method: 'POST',
  path: '/relay/address',
  tag: 'Relay',
  summary: "The receiving address of a subscriber's key, the same one for each call; it is also pushed",
  access: 'wallet',
  audit: null,
  body: z.object({
    key: hex64,
    /** Addresses that the relay has given to other keys: a wallet restored from its words has forgotten them. */
    taken: z._default(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(20)), []),
  }),
  answers: { 200: z.object({ index: z.int(), address: z.string(), account: addressAccount }) },
  errors: ['unauthorized', 'wallet_missing', 'unavailable', 'conflict'],
})

export const findRelayPayments = defineEndpoint({
  method: 'POST',
  path: '/relay/payments',
  tag: 'Relay',
  summary: 'Which payments the wallet no longer knows, such as after a restore; it reports the others again',
  access: 'wallet',
  audit: null,
  body: z.object({ txids: z.array(txid).check(z.maxLength(200)) }),
  answers: { 200: z.object({ unknown: z.array(txid) }) },
  errors: ['unauthorized', 'wallet_missing', 'unavailable'],
})

export const askRelayLightning = defineEndpoint({
  method: 'POST',
  path: '/relay/lightning',
  tag: 'Relay',
  summary: 'Whether invoices can be made now: a Lightning node is connected, answers and allows it',
  access: 'wallet',
  audit: null,
  body: z.object({}),
  answers: { 200: z.object({ can_invoice: z.boolean(), connected: z._default(z.boolean(), false) }) },
  errors: ['unauthorized'],
})

/** Seconds. */
export const relayInvoiceSeconds = { shortest: 60, longest: 86_400 } as const

export const makeRelayInvoice = defineEndpoint({
  method: 'POST',
  path: '/relay/invoice',
  tag: 'Relay',
  summary: "An invoice from the operator's Lightning node for the relay. Its outcome is pushed",
  access: 'wallet',
  audit: null,
  body: z.object({
    amount_sats: sats.check(z.minimum(1)),
    description: z._default(z.string().check(z.maxLength(200)), ''),
    /** The relay's own name for it, which comes back with its outcome: the key of a subscriber. */
    reference: z.string().check(z.minLength(1), z.maxLength(100)),
    expiry_seconds: z.int().check(z.minimum(relayInvoiceSeconds.shortest), z.maximum(relayInvoiceSeconds.longest)),
  }),
  answers: {
    200: z.object({
      invoice: z.string().check(z.minLength(1), z.maxLength(7089)),
      payment_hash: hex64,
      amount_sats: sats,
      /** RFC 3339, UTC. */
      expires_at: z.string(),
    }),
  },
  errors: ['unauthorized', 'conflict', 'wallet_locked', 'payment_refused', 'unavailable'],
})

export const findRelayInvoice = defineEndpoint({
  method: 'POST',
  path: '/relay/invoice/state',
  tag: 'Relay',
  summary: "Whether the operator's Lightning node was paid by any of its invoices, such as one for a zap",
  access: 'wallet',
  audit: null,
  body: z.object({ payment_hash: hex64, amount_sats: z._default(sats, 0) }),
  answers: { 200: z.object({ state: z.enum(['paid', 'open', 'unknown']) }) },
  errors: ['unauthorized', 'conflict', 'wallet_locked', 'payment_refused', 'unavailable'],
})
