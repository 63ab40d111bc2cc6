import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { sentenceParts } from '../sentence-parts.ts'
import { unconfirmed } from './accounting.ts'
import { labelChars } from './addresses.ts'
import { outpoint, sats, satsPerVbyte, txid } from './amounts.ts'
import { walletMessages } from './answers/messages.ts'
import { refusalReasons } from './answers/refusals.ts'
import { confirmed, neededConfirmation } from './confirmations.ts'
import { pageQuery } from './page.ts'

const tag = 'Spending'

const recipientAddress = z
  .string()
  .check(z.trim(), z.minLength(1, walletMessages.addressInvalid), z.maxLength(100, walletMessages.addressInvalid))
const spendAmount = sats.check(z.minimum(1, walletMessages.amountInvalid))

/** More than fits into one transaction: above that, the refusal says how many fit. */
export const payeesMax = 5000

/** Beyond the specification: choosing coins, or sending everything in them. */
const coinControl = {
  /** Spends only these coins. */
  coins: z.optional(z.array(outpoint).check(z.minLength(1), z.maxLength(2000))),
  /** The recipient gets everything minus the fee; `spend_amount` is ignored. */
  send_all: z._default(z.boolean(), false),
}

const payment = z.object({
  choice: z.literal(1),
  recipient_address: recipientAddress,
  spend_amount: spendAmount,
  priority_rate: satsPerVbyte,
  enable_rbf: z._default(z.boolean(), true),
  /** Stored with the transaction (BIP 329). */
  label: z.optional(z.string().check(z.maxLength(labelChars))),
  ...coinControl,
})

const payee = z.object({
  recipient_address: recipientAddress,
  spend_amount: spendAmount,
  label: z.optional(z.string().check(z.maxLength(labelChars))),
})
export type Payee = z.infer<typeof payee>

/** Pays many in one transaction with an output for each payee. */
const payments = z.object({
  choice: z.literal(5),
  payees: z.array(payee).check(z.minLength(1), z.maxLength(payeesMax)),
  priority_rate: satsPerVbyte,
  enable_rbf: z._default(z.boolean(), true),
  label: z.optional(z.string().check(z.maxLength(labelChars))),
  coins: coinControl.coins,
})

const replacement = z.object({
  choice: z.literal(2),
  original_tx_id: txid,
  new_fee_rate: satsPerVbyte,
  /** Also replaces later payments that spend its change, and pays their payees. */
  with_later: z.optional(z.boolean()),
})

/** Spends an unconfirmed payment's inputs back to this wallet. */
const cancellation = z.object({ choice: z.literal(3), original_tx_id: txid, new_fee_rate: satsPerVbyte })

/** Child pays for parent: spends an unconfirmed transaction's outputs to us, so that both together pay the rate. */
const acceleration = z.object({ choice: z.literal(4), original_tx_id: txid, new_fee_rate: satsPerVbyte })

export const spendRequest = z.discriminatedUnion('choice', [payment, replacement, cancellation, acceleration, payments])
export type SpendRequest = z.infer<typeof spendRequest>

export const spendOrder = z.discriminatedUnion('choice', [
  z.extend(payment, confirmed),
  z.extend(replacement, confirmed),
  z.extend(cancellation, confirmed),
  z.extend(acceleration, confirmed),
  z.extend(payments, confirmed),
])
export type SpendOrder = z.infer<typeof spendOrder>

const spendAnswer = z.object({
  /** Empty if failed. */
  txid: z.union([txid, z.literal('')]),
  /** success: the network has it. pending: signed, but not on the network (any more). failed: nothing was paid. */
  status: z.enum(['success', 'pending', 'failed']),
  message: z.string(),
  /** For a failed payment (refusals.ts), with `message` as data. */
  reason: z.optional(z.enum(refusalReasons)),
  ...sentenceParts,
  fee_sats: z.optional(sats),
  vsize: z.optional(z.int()),
})
export type SpendAnswer = z.infer<typeof spendAnswer>

export const calculateTxSize = defineEndpoint({
  method: 'POST',
  path: '/calculate-tx-size',
  tag,
  summary: 'Virtual bytes of the transaction that /transaction would make now',
  access: 'session',
  audit: null,
  body: z.union([
    z.object({
      recipient_address: recipientAddress,
      spend_amount: spendAmount,
      priority_rate: satsPerVbyte,
      ...coinControl,
    }),
    z.object({ original_tx_id: txid, new_fee_rate: z.optional(satsPerVbyte) }),
  ]),
  answers: { 200: z.object({ txSize: z.int() }) },
  errors: ['wallet_missing', 'payment_refused', 'unavailable'],
})

const plan = z.object({
  inputs: z.array(z.object({ outpoint, address: z.string(), value_sats: sats, unconfirmed: z.optional(unconfirmed) })),
  outputs: z.array(z.object({ address: z.string(), value_sats: sats, change: z.boolean() })),
  fee_sats: sats,
  /** The part of the fee that lifts unconfirmed ancestors to the rate. */
  lift_sats: z.optional(sats),
  vsize: z.int(),
  /** For a replacement, cancellation or child: the minimum that nodes accept now, in sat/vB, and its fee. */
  lowest_rate: z.optional(z.number().check(z.positive())),
  lowest_fee_sats: z.optional(sats),
  /** Later payments that it also replaces; missing if none. */
  takes_along: z.optional(z.array(txid)),
  /** Needed confirmations, because of a limit, a ceiling or an identical payment; missing if none. */
  confirmations: z.optional(z.array(neededConfirmation)),
})
export type PlanAnswer = z.infer<typeof plan>

export const previewTransaction = defineEndpoint({
  method: 'POST',
  path: '/plan',
  tag,
  summary: 'Preview of the transaction that /transaction would make now; signs and saves nothing',
  access: 'session',
  audit: null,
  body: spendRequest,
  answers: { 200: plan },
  errors: ['wallet_missing', 'payment_refused', 'unavailable'],
})

export const makeTransaction = defineEndpoint({
  method: 'POST',
  path: '/transaction',
  tag,
  summary:
    'Pay (choice 1), replace (2), cancel (3), speed up an incoming payment (4) or pay many at once (5). Send an Idempotency-Key',
  access: 'session',
  role: 'owner',
  stepUp: true,
  audit: {
    1: 'payment.1',
    2: 'payment.2',
    3: 'payment.3',
    4: 'payment.4',
    5: 'payment.5',
    confirmed: 'payment.confirmed',
    approval: 'approval.ask',
  },
  body: spendOrder,
  answers: { 200: spendAnswer },
  errors: [
    'wallet_missing',
    'wallet_locked',
    'conflict',
    'confirmation_needed',
    'repeated_payment',
    'rate_limited',
    'unavailable',
  ],
})

export const makePsbt = defineEndpoint({
  method: 'POST',
  path: '/psbt',
  tag,
  summary:
    'The same, unsigned, for signing elsewhere (BIP 174); its coins are reserved for an hour, but it can come back later',
  access: 'session',
  role: 'owner',
  stepUp: true,
  audit: null,
  body: spendOrder,
  answers: { 200: z.object({ psbt: z.string(), txid, plan }) },
  errors: ['wallet_missing', 'payment_refused', 'confirmation_needed', 'unavailable'],
})

export const finishPsbt = defineEndpoint({
  method: 'POST',
  path: '/psbt/finish',
  tag,
  summary:
    'Send a signed PSBT of /psbt (base64 or hex, or the finished transaction in hex) once, after checking that it is the same payment; if the node refuses it, it stays pending',
  access: 'session',
  role: 'owner',
  stepUp: true,
  audit: 'payment.psbt',
  body: z.object({ psbt: z.string().check(z.maxLength(4_000_000)) }),
  answers: { 200: spendAnswer },
  errors: ['wallet_missing', 'not_found', 'bad_request', 'unavailable'],
})

export const dropPsbt = defineEndpoint({
  method: 'POST',
  path: '/psbt/drop',
  tag,
  summary: 'Free the coins reserved by a PSBT of /psbt; it can still come back signed while they are unspent',
  access: 'session',
  audit: null,
  body: z.object({ txid }),
  answers: { 200: z.object({ message: z.string() }) },
  errors: ['wallet_missing', 'not_found'],
})

export const abandonTransaction = defineEndpoint({
  method: 'POST',
  path: '/transaction/abandon',
  tag,
  summary:
    'Stop sending a payment that spends a replaced transaction, and every payment built on it. Anyone who holds it can still broadcast it if the replaced one confirms after all',
  access: 'session',
  role: 'owner',
  audit: 'payment.abandon',
  body: z.object({ txid }),
  answers: { 200: z.object({ abandoned: z.array(txid) }) },
  errors: ['wallet_missing', 'not_found', 'payment_refused'],
})

export const listSends = defineEndpoint({
  method: 'GET',
  path: '/sends',
  tag,
  summary: 'Pending payments, newest first, with the requirements for replacing each',
  access: 'session',
  staleOn: ['wallet'],
  query: pageQuery,
  answers: {
    200: z.array(
      z.object({
        txid,
        amount_sats: sats,
        /** For a payment to many: the first payee. */
        recipient_address: z.string(),
        payees: z.optional(z.int().check(z.minimum(2))),
        fee_sats: sats,
        vsize: z.int(),
        fee_rate: z.number(),
        enable_rbf: z.boolean(),
        /** RFC 3339, UTC. */
        timestamp: z.string(),
        status: z.enum(['success', 'pending']),
        replaces: z.optional(txid),
        /** What it is built on is replaced or spent: it may never confirm, and can be abandoned. */
        orphaned: z.optional(z.literal(true)),
        /** For a pending payment: the network's last message, if any. */
        message: z.optional(z.string()),
        ...sentenceParts,
      }),
    ),
  },
  errors: ['wallet_missing'],
})
