import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import { sentenceParts } from '../sentence-parts.ts'
import { satsOfBitcoinText } from '../text/bitcoin-text.ts'
import { satsPerVbyte, signedSats, txid, sats as wholeSats } from '../wallet/amounts.ts'
import { health } from '../wallet/set-up.ts'

/** What the wallet pushed (wallet/push.ts). Money is for operators and owners. */

const tag = 'Wallet'
const session = { tag, access: 'session', errors: [] } as const
const id = z.int()
const message = z.object({ message: z.string() })

/** Deployed servers of the family send text: bitcoin with a decimal point, satoshis without. Result: satoshis. */
const signedSatsOfAnyServer = z.union([
  signedSats,
  z.pipe(z.pipe(z.string().check(z.regex(/^-?\d{1,16}(\.\d{1,8})?$/)), z.transform(satsOfBitcoinText)), signedSats),
])

/** Many relays have no wallet service: that is 200 and `off`, so that consoles can poll it. */
export const askWalletHealth = defineEndpoint({
  method: 'GET',
  path: '/wallet/health',
  tag,
  summary: "The wallet's health; off if no wallet service answers",
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
  /** Spendable satoshis; 0 before the wallet's first report. */
  latest_balance: wholeSats,
  /** 2 decimals; 0 while unknown, null from some servers of the family. */
  balance_usd: z.nullable(z.number()),
  /** False while rate or balance is unknown. Missing from other servers of the family. */
  balance_usd_known: z.optional(z.boolean()),
  /** Unconfirmed satoshis from others. */
  pending_sats: z.optional(wholeSats),
  /** When the wallet reported it (RFC 3339, UTC). Null: never, and the balance is unknown. */
  updated_at: z.optional(z.nullable(z.string())),
  /** Time of the rate (RFC 3339, UTC). */
  rate_at: z.optional(z.nullable(z.string())),
})
export type WalletBalance = z.infer<typeof walletBalance>

export const getBalanceUsd = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/balance/usd',
  role: 'operator',
  summary: "The wallet's balance in satoshis and US dollars",
  staleOn: ['wallet'],
  answers: { 200: walletBalance },
})

export const walletTransaction = z.object({
  ID: id,
  Address: z.string(),
  /** RFC 3339, UTC: of the block, or before that when it was first seen. */
  Date: z.string(),
  Output: z.string(),
  /** Satoshis: positive if received, negative if sent. */
  Value: signedSatsOfAnyServer,
  confirmations: z.optional(z.int().check(z.minimum(0))),
  replaced_by: z.optional(txid),
  /** Nodes have dropped it without a replacement. */
  dropped: z.optional(z.boolean()),
  fee_sats: z.optional(wholeSats),
  /** It is the wallet's own, but its sender is unknown because the bitcoin node no longer has the block. */
  origin_unknown: z.optional(z.boolean()),
  helped_by: z.optional(txid),
  /** Satoshis per virtual byte of both together, if that was requested. */
  package_rate: z.optional(z.number().check(z.positive())),
  /** For a payment to many as one row: the number of payees and their sum in satoshis; `Value` is the first one's. */
  payees: z.optional(z.int().check(z.minimum(2))),
  paid_sats: z.optional(wholeSats),
  /** The operator's label of the receiving address, if any. */
  label: z.optional(z.string()),
})
export type WalletTransaction = z.infer<typeof walletTransaction>

export const listLatestTransactions = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/transactions/latest',
  role: 'operator',
  summary: 'History lines, newest first',
  staleOn: ['wallet'],
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 100),
    /** ID of the previous page's last row. */
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    /** Its Date, which finds the page even if that row is gone or confirmed by now. */
    before_date: z.optional(z.iso.datetime({ offset: true })),
    /** `payments`: a payment to many is one row instead of one per payee. */
    rows: z._default(z.enum(['outputs', 'payments']), 'outputs'),
  }),
  answers: { 200: z.array(walletTransaction) },
})

export const listReceivingAddresses = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/addresses',
  role: 'operator',
  summary: 'Receiving addresses in use, by index',
  staleOn: ['wallet'],
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1000),
    /** Index of the previous page's last row. */
    after: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  }),
  answers: {
    200: z.array(
      z.object({
        index: z.string(),
        address: z.string(),
        used: z.optional(z.boolean()),
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
/** Number of payees, if several: `amount` is their sum, `recipient_address` the first. */
const payees = z.optional(z.int().check(z.minimum(2)))
const recipient_address = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

export const pendingTransaction = z.object({
  txid,
  /** Satoshis per virtual byte. */
  feeRate: satsPerVbyte,
  amount,
  recipient_address,
  timestamp: z.iso.datetime({ offset: true }),
  enable_rbf: z.boolean(),
  payees,
})
export type PendingTransaction = z.infer<typeof pendingTransaction>

export const listPendingTransactions = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/pending-transactions',
  role: 'operator',
  summary: 'Pending payments, newest first, until the wallet sees them confirmed or replaced',
  staleOn: ['wallet'],
  answers: {
    200: z.array(
      z.extend(pendingTransaction, {
        ID: id,
        untold: z.optional(z.literal(true)),
        /** As reported by the wallet. `pending`: signed and saved, not on the network. Missing if not reported. */
        status: z.optional(z.enum(['success', 'pending'])),
        /** For a pending payment: what it is built on is gone, so it may never confirm. It can be abandoned. */
        orphaned: z.optional(z.literal(true)),
        /** For a pending payment: the network's last message, if any. */
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
  summary: 'Save a sent payment; repeating it, or one the wallet has reported, changes nothing',
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
    'Forget a payment that the wallet does not know, for example from another recovery phrase. It can still confirm',
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
    'Replace a pending payment, all or nothing; repeating it, or a payment the wallet has reported, changes nothing',
  audit: 'pending.replace',
  body: z
    .object({
      original_tx_id: txid,
      new_tx_id: txid,
      new_fee_rate: satsPerVbyte,
      amount,
      recipient_address,
      enable_rbf: z.optional(z.boolean()),
      payees,
    })
    .check(z.refine(body => body.original_tx_id !== body.new_tx_id, { path: ['new_tx_id'] })),
  answers: { 200: z.object({ status: z.literal('success'), message: z.string(), txid }) },
  errors: ['not_found'],
})
