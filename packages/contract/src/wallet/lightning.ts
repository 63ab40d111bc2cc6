import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { hex64 } from '../nostr.ts'
import { sentenceParts } from '../sentence-parts.ts'
import { sats } from './amounts.ts'
import { confirmed, neededConfirmation } from './confirmations.ts'

const tag = 'Lightning'

const invoiceText = z.string().check(z.trim(), z.minLength(1), z.maxLength(7089))
const description = z.string().check(z.maxLength(200))
const amountSats = sats.check(z.minimum(1))
/** RFC 3339, UTC. */
const time = z.string()

export const lightningStates = ['none', 'locked', 'connecting', 'ready', 'offline'] as const
export type LightningState = (typeof lightningStates)[number]

const lightningAnswer = z.object({
  state: z.enum(lightningStates),
  /** Host of the relay that carries the calls; missing if not connected. */
  relay: z.optional(z.string()),
  /** The node's own name, if known. */
  alias: z.optional(z.string()),
  /** The connection's permissions (NIP-47 methods). */
  methods: z.array(z.string()),
  /** It can make invoices and not pay: it works while the wallet is locked. */
  receive_only: z.boolean(),
  /** Null if unknown. Whole satoshis; fractions are dropped. */
  balance_sats: z.nullable(sats),
  balance_at: z.nullable(time),
  unknown_payments: z.int(),
  message: z.string(),
  ...sentenceParts,
})
export type LightningAnswer = z.infer<typeof lightningAnswer>

export const getLightning = defineEndpoint({
  method: 'GET',
  path: '/lightning',
  tag,
  summary: 'The Lightning node connected by NIP-47, and its balance',
  access: 'session',
  answers: { 200: lightningAnswer },
  errors: [],
})

export const connectLightning = defineEndpoint({
  method: 'POST',
  path: '/lightning/connect',
  tag,
  summary: 'Connect a node by its nostr+walletconnect:// address, which is encrypted and never returned',
  access: 'session',
  role: 'owner',
  stepUp: true,
  audit: 'lightning.connect',
  body: z.object({
    uri: z.string().check(z.trim(), z.maxLength(2000)),
    password: z.string().check(z.minLength(1), z.maxLength(1024)),
  }),
  answers: { 200: lightningAnswer },
  errors: ['wallet_missing', 'wallet_locked', 'conflict', 'forbidden', 'invalid_fields', 'unavailable', 'rate_limited'],
})

export const disconnectLightning = defineEndpoint({
  method: 'POST',
  path: '/lightning/disconnect',
  tag,
  summary: 'Forget the connection and its secret; payments stay recorded',
  access: 'session',
  role: 'owner',
  stepUp: true,
  audit: 'lightning.disconnect',
  answers: { 200: lightningAnswer },
  errors: ['conflict'],
})

export const makeInvoice = defineEndpoint({
  method: 'POST',
  path: '/lightning/invoice',
  tag,
  summary: 'An invoice from the node for someone else to pay',
  access: 'session',
  audit: null,
  body: z.object({ amount_sats: amountSats, description: z._default(description, '') }),
  answers: { 200: z.object({ invoice: invoiceText, payment_hash: hex64, amount_sats: amountSats, expires_at: time }) },
  errors: ['conflict', 'wallet_locked', 'payment_refused', 'unavailable'],
})

export const findInvoice = defineEndpoint({
  method: 'GET',
  path: '/lightning/invoice',
  tag,
  summary: "Whether the node's invoice has been paid",
  access: 'session',
  /** With less than this amount it is not paid. */
  query: z.object({ payment_hash: hex64, amount_sats: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0) }),
  answers: { 200: z.object({ paid: z.boolean(), settled_at: z.nullable(time) }) },
  errors: ['conflict', 'wallet_locked', 'payment_refused', 'unavailable'],
})

/** paid: the node has the proof. unknown: requested, outcome unknown. failed: nothing was paid. */
export const lightningPaymentStates = ['paid', 'unknown', 'failed'] as const

const paymentAnswer = z.object({
  status: z.enum(lightningPaymentStates),
  payment_hash: hex64,
  amount_sats: sats,
  /** Routing fee; missing until the node reports it. Whole satoshis, rounded up. */
  fee_sats: z.optional(sats),
  message: z.string(),
  ...sentenceParts,
})
export type LightningPayment = z.infer<typeof paymentAnswer>

const order = { invoice: invoiceText, amount_sats: z.optional(amountSats) }

export const reviewInvoice = defineEndpoint({
  method: 'POST',
  path: '/lightning/review',
  tag,
  summary: "An invoice's content and the confirmations it needs; pays nothing",
  access: 'session',
  audit: null,
  body: z.object(order),
  answers: {
    200: z.object({
      payment_hash: hex64,
      /** Amount of the invoice, rounded up; null if the payer chooses it. */
      invoice_sats: z.nullable(sats),
      /** Public key of the receiving node, hex. */
      payee: z.string(),
      /** Empty if the invoice has none, or only its hash. */
      description: z.string(),
      expires_at: time,
      /** Counted towards the limits until the node reports the fee. */
      reserve_sats: sats,
      confirmations: z.array(neededConfirmation),
    }),
  },
  errors: ['conflict', 'wallet_locked', 'payment_refused'],
})

export const payInvoice = defineEndpoint({
  method: 'POST',
  path: '/lightning/pay',
  tag,
  summary: 'Pay an invoice once, even if called repeatedly. Send an Idempotency-Key',
  access: 'session',
  role: 'owner',
  stepUp: true,
  audit: { pay: 'lightning.pay', confirmed: 'payment.confirmed' },
  body: z.object({ ...order, ...confirmed }),
  answers: { 200: paymentAnswer },
  errors: ['conflict', 'wallet_locked', 'confirmation_needed', 'payment_refused', 'rate_limited', 'unavailable'],
})

export const listLightning = defineEndpoint({
  method: 'GET',
  path: '/lightning/transactions',
  tag,
  summary: "The node's payments, newest first",
  access: 'session',
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 20),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  }),
  answers: {
    200: z.array(
      z.object({
        incoming: z.boolean(),
        state: z.enum(lightningPaymentStates),
        payment_hash: z.string(),
        amount_sats: sats,
        fee_sats: sats,
        description: z.string(),
        created_at: time,
        settled_at: z.nullable(time),
      }),
    ),
  },
  errors: ['conflict', 'wallet_locked', 'payment_refused', 'unavailable'],
})
