import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { outpoint, sats, signedSats, txid } from './amounts.ts'
import { pageQuery } from './page.ts'

const tag = 'Accounting'
const session = { tag, access: 'session', errors: ['wallet_missing'] } as const

export const confirmationsReported = 100
/** So deep a block is not reorganised: what a transaction in it excludes is never paid. */
export const finalConfirmations = 6

export const balance = z.object({ confirmed: sats, pending: sats })
export type Balance = z.infer<typeof balance>

/** One line of the history: an output to us, or one to a payee. */
export const transactionRow = z.object({
  txid,
  vout: z.int().check(z.minimum(0)),
  /** RFC 3339, UTC: of the block, or before that when it was first seen. */
  date: z.string(),
  output: z.string(),
  /** Positive if received, negative if sent. A payment to ourselves is 0. */
  value_sats: signedSats,
  confirmations: z.int().check(z.minimum(0), z.maximum(confirmationsReported)),
  replaced_by: z.optional(txid),
  /** Nodes have dropped it without a replacement. */
  dropped: z.optional(z.boolean()),
  /** On the first line of our transaction: its fee. */
  fee_sats: z.optional(sats),
  /** Only its outputs to the wallet are known, not its sender: the bitcoin node no longer has its block. */
  origin_unknown: z.optional(z.boolean()),
  helped_by: z.optional(txid),
  /** Satoshis per virtual byte of both together, if that was requested. */
  package_rate: z.optional(z.number().check(z.positive())),
})
export type TransactionRow = z.infer<typeof transactionRow>

export const getBalance = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/balance',
  summary: "The wallet's balance",
  answers: { 200: balance },
})

export const listTransactions = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/transactions',
  summary: 'The history, newest first',
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 100),
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  }),
  answers: {
    200: z.object({
      transactions: z.array(z.extend(transactionRow, { label: z.optional(z.string()) })),
      next: z.nullable(z.int()),
    }),
  },
})

export const getBalanceHistory = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/balance/history',
  staleOn: ['wallet'],
  summary: 'The confirmed balance at the end of each day (UTC) on which it changed, oldest first',
  query: z.object({ days: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(36_500))) }),
  answers: {
    200: z.object({
      /** Before the first of these days. */
      opening_sats: sats,
      days: z.array(z.object({ day: z.iso.date(), sats })),
      /** Coins spent at an unknown time: they count until today. Usually 0. */
      undated_sats: sats,
    }),
  },
})
export type BalanceHistory = z.infer<(typeof getBalanceHistory)['answers'][200]>

export const exportHistory = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/transactions/export',
  summary: 'The history as CSV (RFC 4180), oldest first; without replaced or dropped payments',
  query: z.object({ separator: z._default(z.enum(['comma', 'semicolon']), 'comma') }),
  answers: { 200: null },
  produces: 'text/csv; charset=utf-8',
})

/** own: change of our payment. others: its sender can still replace it, so only the operator picks it. */
export const unconfirmed = z.enum(['own', 'others'])

export const listCoins = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/coins',
  summary: 'Unspent outputs, largest first',
  query: pageQuery,
  answers: {
    200: z.array(
      z.object({
        outpoint,
        address: z.string(),
        value_sats: sats,
        confirmations: z.int(),
        unconfirmed: z.optional(unconfirmed),
        /** Frozen by its operator, or reserved by an unsigned PSBT. */
        locked: z.boolean(),
        label: z.optional(z.string()),
      }),
    ),
  },
})

export const lockCoin = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/coins/lock',
  summary: 'Freeze or unfreeze a coin',
  audit: null,
  body: z.object({ outpoint, locked: z.boolean() }),
  answers: { 200: z.object({ message: z.string() }) },
  errors: ['wallet_missing', 'not_found'],
})
