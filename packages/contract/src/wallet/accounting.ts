import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { outpoint, sats, signedSats, txid } from './amounts.ts'
import { pageQuery } from './page.ts'

const tag = 'Accounting'
const session = { tag, access: 'session', errors: ['wallet_missing'] } as const

/** Confirmations are told one by one up to here; what is deeper stays at it. */
export const confirmationsTold = 100

export const balance = z.object({
  /** What can be spent: confirmed coins, and the change of our own payments. */
  confirmed: sats,
  /** What others have sent and no block holds yet. */
  pending: sats,
})
export type Balance = z.infer<typeof balance>

/** One line of the history: an output that pays us, or one by which we pay somebody. */
export const transactionRow = z.object({
  txid,
  vout: z.int().check(z.minimum(0)),
  /** RFC 3339, UTC: of the block, before that of first sight. */
  date: z.string(),
  /** The address of this output. */
  output: z.string(),
  /** Above 0 for what we get, below for what we pay. A payment to ourselves is 0. */
  value_sats: signedSats,
  confirmations: z.int().check(z.minimum(0), z.maximum(confirmationsTold)),
  /** The transaction that took this one's place. */
  replaced_by: z.optional(txid),
  /** Nodes have forgotten it and nothing has taken its place. */
  dropped: z.optional(z.boolean()),
  /** On the first line of a transaction of ours: what it paid to miners. */
  fee_sats: z.optional(sats),
  /**
   * Only its outputs to the wallet are known, and so not who paid them: it lies in a block that the bitcoin node no
   * longer has.
   */
  origin_unknown: z.optional(z.boolean()),
  /** Of a payment to the wallet in no block: the transaction of the wallet that spends all of it, and so helps it on. */
  helped_by: z.optional(txid),
  /** Satoshis per virtual byte that both pay together, where the wallet was asked for that. */
  package_rate: z.optional(z.number().check(z.positive())),
})
export type TransactionRow = z.infer<typeof transactionRow>

export const getBalance = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/balance',
  summary: 'What the wallet holds',
  answers: { 200: balance },
})

export const listTransactions = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/transactions',
  summary: 'The history, newest first',
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 100),
    /** `next` of the page before. */
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
  summary: 'What blocks held for the wallet at the end of each day (UTC) on which that changed, oldest first',
  query: z.object({
    /** Only so many days until today; without it all of them. */
    days: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(36_500))),
  }),
  answers: {
    200: z.object({
      /** Before the first of these days. */
      opening_sats: sats,
      days: z.array(z.object({ day: z.iso.date(), sats })),
      /** Of coins that are spent and nobody knows when: they count until today. 0 as a rule. */
      undated_sats: sats,
    }),
  },
})
export type BalanceHistory = z.infer<(typeof getBalanceHistory)['answers'][200]>

export const exportHistory = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/transactions/export',
  summary: 'The history as CSV (RFC 4180), oldest first; without what has been replaced or dropped',
  query: z.object({
    /** Between cells: spreadsheets of languages with a decimal comma want the semicolon. */
    separator: z._default(z.enum(['comma', 'semicolon']), 'comma'),
  }),
  answers: { 200: null },
  produces: 'text/csv; charset=utf-8',
})

/**
 * Of a coin that no block holds yet. own: change of a payment of ours. others: its sender can still take it back, so that
 * it is spent only where an operator picks it.
 */
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
        /** Kept by its operator, or by an unsigned PSBT. */
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
  summary: 'Keep a coin from being spent, or let it go',
  audit: null,
  body: z.object({ outpoint, locked: z.boolean() }),
  answers: { 200: z.object({ message: z.string() }) },
  errors: ['wallet_missing', 'not_found'],
})
