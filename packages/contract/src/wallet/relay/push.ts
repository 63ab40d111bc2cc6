import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { sentenceParts } from '../../sentence-parts.ts'
import { balance, transactionRow } from '../accounting.ts'
import { labelChars } from '../addresses.ts'
import { satsPerVbyte, txid, sats as wholeSats } from '../amounts.ts'

/**
 * Signed: `X-Signature` is the hex HMAC-SHA256 of `X-Timestamp + "." + body` (RFC 3339, 5 min), valid once. Pushes are
 * states, numbered on both sides: a gap (restored backup) starts a new stream from 1.
 */

const wallet_name = z.string().check(z.minLength(1), z.maxLength(200))
const date = z.iso.datetime({ offset: true })
/** Empty for an output without an address. */
const address = z.string().check(z.maxLength(200))
export const pushedAtOnce = 200
/** 1 for the first push, 0 before it. A new stream reports everything again. */
export const sequence = z.object({
  stream: z.string().check(z.minLength(1), z.maxLength(100)),
  number: z.int().check(z.minimum(0)),
})
export type Sequence = z.infer<typeof sequence>
/** An unanswered push is repeated under its number with a higher attempt: an earlier one that arrives late changes nothing. */
export const attempt = z.extend(sequence, { attempt: z.optional(z.int().check(z.minimum(1))) })
export type Attempt = z.infer<typeof attempt>
/** In a batch the first row carries it, so that the signature covers it. */
const numbered = { sequence: z.optional(attempt) }
/** Of an address in the account for subscribers, whose indexes are its own; missing for the wallet's own. */
export const addressAccount = z.optional(z.literal('subscribers'))
const done = {
  200: z.object({
    message: z.string(),
    /** For wallets of the family, which send again what is not answered so (family-push.ts). */
    status: z.optional(z.literal('success')),
    balance: z.optional(z.string()),
    /** The last push in order; null before the first. */
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
  summary: 'History lines, by txid and vout',
  body: z
    .array(
      z.union([
        z.extend(transactionRow, { ...numbered, wallet_name, date, output: address }),
        /** A reported line that no longer exists. */
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
  summary: "The wallet's balance in satoshis",
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
        /** The operator's label; missing if there is none. */
        label: z.optional(z.string().check(z.maxLength(labelChars))),
        /** Made for the relay's own use (generateAddresses): not to be given out. */
        for_relay: z.optional(z.boolean()),
        account: addressAccount,
      }),
    )
    .check(z.maxLength(pushedAtOnce)),
})

export const paymentStates = [
  'waiting',
  'pending',
  'replaced',
  'confirmed',
  /** Its coins were spent otherwise, or nodes dropped it for good. */
  'lost',
  'abandoned',
  /** The network refused its first broadcast: nothing was paid. */
  'refused',
] as const

const paymentReport = z.object({
  txid,
  /** The intention behind it: the Idempotency-Key of its order, or a name by the wallet. */
  intention: z.string().check(z.minLength(1), z.maxLength(200)),
  state: z.enum(paymentStates),
  replaced_by: z.optional(txid),
  /** Its own satoshis per virtual byte. */
  fee_rate: satsPerVbyte,
  amount_sats: wholeSats,
  /** For a payment to many: the first payee. */
  recipient_address: address,
  payees: z.optional(z.int().check(z.minimum(2))),
  enable_rbf: z.boolean(),
  timestamp: date,
  /** For a waiting payment: what it is built on is gone, so it may never confirm. */
  orphaned: z.optional(z.literal(true)),
  /** For a waiting payment: the network's last message. */
  message: z.optional(z.string()),
  ...sentenceParts,
})
export type PaymentReport = z.infer<typeof paymentReport>

export const pushPayments = defineEndpoint({
  ...toRelay,
  path: '/api/wallet/payments',
  summary: 'Pending payments and their outcome, by txid; an empty list only asks for the last number',
  body: z.object({ ...numbered, wallet_name, payments: z.array(paymentReport).check(z.maxLength(pushedAtOnce)) }),
})

const invoiceReport = z.object({
  payment_hash: hex64,
  reference: z.string().check(z.minLength(1), z.maxLength(100)),
  amount_sats: wholeSats,
  /** Both are final. expired: the node says so, some time after its end. */
  state: z.enum(['paid', 'expired']),
  settled_at: z.nullable(date),
})
export type InvoiceReport = z.infer<typeof invoiceReport>

export const pushInvoices = defineEndpoint({
  ...toRelay,
  path: '/api/wallet/invoices',
  summary: 'Outcome of Lightning invoices made for the relay, by payment hash',
  body: z.object({ ...numbered, wallet_name, invoices: z.array(invoiceReport).check(z.maxLength(pushedAtOnce)) }),
})

/** What the other owners should know about, since one owner alone could use it to take the wallet. */
export const securityNewsKinds = ['approval', 'words', 'operators', 'limits'] as const

const securityNews = z.object({ what: z.enum(securityNewsKinds), by: z.nullable(hex64), at: date })
export type SecurityNewsRow = z.infer<typeof securityNews>

export const pushSecurity = defineEndpoint({
  ...toRelay,
  path: '/api/wallet/security',
  summary: 'What one owner did that the other owners should know about',
  body: z.object({ ...numbered, wallet_name, news: z.array(securityNews).check(z.maxLength(pushedAtOnce)) }),
})
