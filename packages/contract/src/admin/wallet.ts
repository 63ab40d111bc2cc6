import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import { sentenceParts } from '../sentence-parts.ts'
import { satsPerVbyte, signedSats, txid, sats as wholeSats } from '../wallet/amounts.ts'
import { health } from '../wallet/set-up.ts'
import { satsOfBitcoinText } from './bitcoin-text.ts'

/** What the relay knows of the wallet: what the wallet has pushed (wallet/push.ts), and the exchange rate. */

const tag = 'Wallet'
const session = { tag, access: 'session', errors: [] } as const
const id = z.int()
const message = z.object({ message: z.string() })

/** Deployed servers of the family send text: bitcoin with a decimal point, satoshis without. Here it is satoshis. */
const signedSatsOfAnyServer = z.union([
  signedSats,
  z.pipe(z.pipe(z.string().check(z.regex(/^-?\d{1,16}(\.\d{1,8})?$/)), z.transform(satsOfBitcoinText)), signedSats),
])

/**
 * How the wallet is, asked through the relay. That no wallet service runs is a state of many relays, not a failure: it is
 * told with 200 and `off`, so that a console may ask again and again.
 */
export const askWalletHealth = defineEndpoint({
  method: 'GET',
  path: '/wallet/health',
  tag,
  summary: 'How the wallet is; off where no wallet service answers',
  access: 'public',
  staleOn: ['wallet'],
  answers: {
    200: z.union([
      z.object({ status: z.literal('off'), message: z.enum([messages.walletAway, messages.walletSilent]) }),
      health.answers[200],
    ]),
  },
  errors: ['rate_limited'],
})

export const walletBalance = z.object({
  /** Satoshis that can be spent; 0 while the wallet has told nothing. */
  latest_balance: wholeSats,
  /** By the newest rate, 2 decimals. Null while no rate or no balance is known. */
  balance_usd: z.nullable(z.number()),
  /** Satoshis that others have sent and no block holds yet. */
  pending_sats: z.optional(wholeSats),
  /** When the wallet told it (RFC 3339, UTC). Null: it never has, and the balance is unknown. */
  updated_at: z.optional(z.nullable(z.string())),
  /** Of when the rate is (RFC 3339, UTC). */
  rate_at: z.optional(z.nullable(z.string())),
})
export type WalletBalance = z.infer<typeof walletBalance>

export const getBalanceUsd = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/balance/usd',
  role: 'viewer',
  summary: 'What the wallet holds, in satoshis and in US dollars',
  staleOn: ['wallet'],
  answers: { 200: walletBalance },
})

export const walletTransaction = z.object({
  ID: id,
  /** `<txid>:<vout>` */
  Address: z.string(),
  /** RFC 3339, UTC: of the block, before that of first sight. */
  Date: z.string(),
  /** The address of this output. */
  Output: z.string(),
  /** Satoshis: above 0 for what came in, below for what went out. */
  Value: signedSatsOfAnyServer,
  /** Told one by one up to 100. */
  confirmations: z.optional(z.int().check(z.minimum(0))),
  /** The transaction that took this one's place. */
  replaced_by: z.optional(txid),
  /** Nodes have forgotten it and nothing has taken its place. */
  dropped: z.optional(z.boolean()),
  /** On the first line of a payment: what it paid to miners. */
  fee_sats: z.optional(wholeSats),
  /** The wallet knows that it is its own, and not who paid it: its bitcoin node no longer has the block. */
  origin_unknown: z.optional(z.boolean()),
  /** Of a payment to the wallet in no block: the transaction of the wallet that spends all of it, and so helps it on. */
  helped_by: z.optional(txid),
  /** Satoshis per virtual byte that both pay together, where the wallet was asked for that. */
  package_rate: z.optional(z.number().check(z.positive())),
  /** Of a payment to many, told as one row: how many it pays, and their sum in satoshis; `Value` is that of the first. */
  payees: z.optional(z.int().check(z.minimum(2))),
  paid_sats: z.optional(wholeSats),
  /** What the operator of the wallet calls the receiving address, where it has a name. */
  label: z.optional(z.string()),
})
export type WalletTransaction = z.infer<typeof walletTransaction>

export const listLatestTransactions = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/transactions/latest',
  role: 'viewer',
  summary: 'Lines of the history, newest first',
  staleOn: ['wallet'],
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 100),
    /** ID of the last row of the page before. */
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    /** Its Date: with it the page is found also where that row is gone, or in a block, meanwhile. */
    before_date: z.optional(z.iso.datetime({ offset: true })),
    /** `payments`: what pays many is one row, not one for each of them. */
    rows: z._default(z.enum(['outputs', 'payments']), 'outputs'),
  }),
  answers: { 200: z.array(walletTransaction) },
})

export const listReceivingAddresses = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/addresses',
  role: 'viewer',
  summary: 'Receiving addresses that have been given out, by index',
  staleOn: ['wallet'],
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1000),
    /** Index of the last row of the page before. */
    after: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  }),
  answers: {
    200: z.array(
      z.object({
        index: z.string(),
        address: z.string(),
        /** Has it ever been paid? */
        used: z.optional(z.boolean()),
        /** What the operator calls it, where it has a name. */
        label: z.optional(z.string()),
      }),
    ),
  },
})

/** Deployed consoles send the amount as text. */
const amount = z.union([
  wholeSats,
  z.pipe(z.pipe(z.string().check(z.regex(/^\d{1,16}$/)), z.transform(Number)), wholeSats),
])
/** How many are paid, where they are several: `amount` is their sum, `recipient_address` the first of them. */
const payees = z.optional(z.int().check(z.minimum(2)))
const recipient_address = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

export const pendingTransaction = z.object({
  txid,
  /** Satoshis per virtual byte. */
  feeRate: satsPerVbyte,
  /** Satoshis. */
  amount,
  recipient_address,
  /** RFC 3339. */
  timestamp: z.iso.datetime({ offset: true }),
  enable_rbf: z.boolean(),
  payees,
})
export type PendingTransaction = z.infer<typeof pendingTransaction>

export const listPendingTransactions = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/pending-transactions',
  role: 'viewer',
  summary: 'Payments that no block holds yet, newest first; they leave when the wallet sees them confirmed or replaced',
  staleOn: ['wallet'],
  answers: {
    200: z.array(
      z.extend(pendingTransaction, {
        ID: id,
        /** The wallet has told nothing of it. */
        untold: z.optional(z.literal(true)),
        /** As the wallet tells it. `pending`: signed and kept, the network does not have it. Missing where it has not told. */
        status: z.optional(z.enum(['success', 'pending'])),
        /** Of a pending one: what it is built on has gone, so it may never be paid. It can be abandoned. */
        orphaned: z.optional(z.literal(true)),
        /** Of a pending one: what the network has said of it last; missing where it has not. */
        message: z.optional(z.string()),
        ...sentenceParts,
      }),
    ),
  },
})

export const savePendingTransaction = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/pending-transactions',
  role: 'owner',
  summary: 'Keep a payment that has just been sent; the same txid twice, or one the wallet has told, changes nothing',
  audit: 'pending.save',
  body: pendingTransaction,
  answers: { 200: message },
})

export const removePendingTransaction = defineEndpoint({
  ...session,
  method: 'DELETE',
  path: '/api/pending-transactions/:txid',
  role: 'owner',
  summary:
    'Forget a payment of which the wallet has told nothing: it may be one of other words. It stays one all the same',
  audit: 'pending.remove',
  params: z.object({ txid }),
  answers: { 200: message },
  errors: ['not_found'],
})

export const replacePendingTransaction = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/replacement-transactions',
  role: 'owner',
  summary:
    'Put a replacement in the place of a pending payment, all or nothing; the same twice, or what the wallet has told, changes nothing',
  audit: 'pending.replace',
  body: z
    .object({
      original_tx_id: txid,
      new_tx_id: txid,
      /** Satoshis per virtual byte. */
      new_fee_rate: satsPerVbyte,
      amount,
      recipient_address,
      enable_rbf: z.boolean(),
      payees,
    })
    .check(z.refine(body => body.original_tx_id !== body.new_tx_id, { path: ['new_tx_id'] })),
  answers: { 200: z.object({ status: z.literal('success'), message: z.string(), txid }) },
  errors: ['not_found'],
})
