import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { sentenceParts } from '../sentence-parts.ts'
import { balance, transactionRow } from './accounting.ts'
import { labelChars } from './addresses.ts'
import { satsPerVbyte, txid, sats as wholeSats } from './amounts.ts'

/**
 * What the wallet tells the relay, on the relay's admin server. Signed: `X-Timestamp` is RFC 3339 and at most 5 minutes
 * off, `X-Signature` the hex HMAC-SHA256 of `timestamp + "." + body` under the api key; each signature is good once.
 * Every push says how things are, not what has changed, so that a repeated one changes nothing.
 *
 * Pushes are numbered. Both ends keep the number of the last one in the transaction that takes it, so a restart of either
 * repeats nothing. A relay put back from a backup has an older number: the wallet reads that in the answer, begins a new
 * stream and tells everything once more. A relay that keeps no numbers answers without one.
 */

const wallet_name = z.string().check(z.minLength(1), z.maxLength(200))
const date = z.iso.datetime({ offset: true })
/** Empty for an output that has none. */
const address = z.string().check(z.maxLength(200))
/** A batch holds at most so many. */
export const pushedAtOnce = 200
/** A stream of pushes, and a place in it: 1 for the first push, 0 before it. A wallet begins a new stream to tell all again. */
export const sequence = z.object({
  stream: z.string().check(z.minLength(1), z.maxLength(100)),
  number: z.int().check(z.minimum(0)),
})
export type Sequence = z.infer<typeof sequence>
/** Of this push; in a batch the first row carries it, so that the signature covers it. */
const numbered = { sequence: z.optional(sequence) }
const done = {
  200: z.object({
    message: z.string(),
    /** The last push that was taken in order; null before the first one. */
    sequence: z.optional(z.nullable(sequence)),
  }),
}
const toRelay = {
  method: 'POST',
  tag: 'Wallet',
  access: 'wallet',
  audit: 'wallet.push',
  answers: done,
  errors: ['unauthorized', 'forbidden', 'rate_limited'],
} as const

export const pushTransactions = defineEndpoint({
  ...toRelay,
  path: '/api/wallet/transactions',
  summary: 'Lines of the history, by txid and vout',
  body: z
    .array(
      z.union([
        z.extend(transactionRow, { ...numbered, wallet_name, date, output: address }),
        /** A line that has been told and is none any more. */
        z.extend(z.pick(transactionRow, { txid: true, vout: true }), {
          ...numbered,
          wallet_name,
          removed: z.literal(true),
        }),
      ]),
    )
    .check(z.maxLength(pushedAtOnce)),
})

export const pushBalance = defineEndpoint({
  ...toRelay,
  path: '/api/wallet/balance',
  summary: 'What the wallet holds, in satoshis',
  body: z.extend(balance, { ...numbered, wallet_name }),
})

export const pushAddresses = defineEndpoint({
  ...toRelay,
  path: '/api/wallet/addresses',
  summary: 'Receiving addresses, by index',
  body: z
    .array(
      z.object({
        ...numbered,
        wallet_name,
        index: z.int().check(z.minimum(0)),
        address: address.check(z.minLength(1)),
        used: z.optional(z.boolean()),
        /** What the operator of the wallet calls it; missing where it has no name, or none any more. */
        label: z.optional(z.string().check(z.maxLength(labelChars))),
        /** Made for the relay's own use (generateAddresses): nobody else is to be given it. */
        for_relay: z.optional(z.boolean()),
      }),
    )
    .check(z.maxLength(pushedAtOnce)),
})

/** What has become of a payment of the wallet. */
export const paymentStates = [
  /** Signed and kept; no node has it. */
  'waiting',
  /** Nodes have it, and no block. */
  'pending',
  /** Another transaction has its place, or is to take it. */
  'replaced',
  'confirmed',
  /** Its coins are spent otherwise, or nodes have forgotten it for good. */
  'lost',
  /** Its operator has stopped it. */
  'abandoned',
  /** The network refused it at its first try: nothing was paid. */
  'refused',
] as const

const paymentReport = z.object({
  txid,
  /** The intention it was made for: the Idempotency-Key of its order, or a name of the wallet's. */
  intention: z.string().check(z.minLength(1), z.maxLength(200)),
  state: z.enum(paymentStates),
  replaced_by: z.optional(txid),
  /** Satoshis per virtual byte that it pays by itself. */
  fee_rate: satsPerVbyte,
  /** Of a payment to many: their sum. */
  amount_sats: wholeSats,
  /** Of a payment to many: the first of them. */
  recipient_address: address,
  /** How many it pays, where they are several. */
  payees: z.optional(z.int().check(z.minimum(2))),
  enable_rbf: z.boolean(),
  /** When it was signed. */
  timestamp: date,
  /** Of a waiting one: what it is built on has gone, so it may never be paid. */
  orphaned: z.optional(z.literal(true)),
  /** Of a waiting one: what the network said of it last. */
  message: z.optional(z.string()),
  ...sentenceParts,
})
export type PaymentReport = z.infer<typeof paymentReport>

export const pushPayments = defineEndpoint({
  ...toRelay,
  path: '/api/wallet/payments',
  summary: 'Payments in flight and what has become of them, by txid; an empty list only asks for the last number taken',
  body: z.object({
    ...numbered,
    wallet_name,
    payments: z.array(paymentReport).check(z.maxLength(pushedAtOnce)),
  }),
})
