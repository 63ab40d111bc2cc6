import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { balance, transactionRow } from './accounting.ts'
import { labelChars } from './addresses.ts'

/**
 * What the wallet tells the relay, on the relay's admin door. Signed: `X-Timestamp` is RFC 3339 and at most 5 minutes
 * off, `X-Signature` the hex HMAC-SHA256 of `timestamp + "." + body` under the api key; each signature is good once.
 * Every push says how things are, not what has changed, so that a repeated one changes nothing.
 */

const wallet_name = z.string().check(z.minLength(1), z.maxLength(200))
const date = z.iso.datetime({ offset: true })
/** Empty for an output that has none. */
const address = z.string().check(z.maxLength(200))
/** A batch holds at most so many. */
export const pushedAtOnce = 200
const done = { 200: z.object({ message: z.string() }) }
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
        z.extend(transactionRow, { wallet_name, date, output: address }),
        /** A line that has been told and is none any more. */
        z.extend(z.pick(transactionRow, { txid: true, vout: true }), { wallet_name, removed: z.literal(true) }),
      ]),
    )
    .check(z.maxLength(pushedAtOnce)),
})

export const pushBalance = defineEndpoint({
  ...toRelay,
  path: '/api/wallet/balance',
  summary: 'What the wallet holds, in satoshis',
  body: z.extend(balance, { wallet_name }),
})

export const pushAddresses = defineEndpoint({
  ...toRelay,
  path: '/api/wallet/addresses',
  summary: 'Receiving addresses, by index',
  body: z
    .array(
      z.object({
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
