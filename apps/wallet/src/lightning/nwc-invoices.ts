import { lightningSentences } from '@hornets/contract/wallet/answers/lightning-sentences'
import type { Network } from '@hornets/contract/wallet/set-up'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { readInvoice } from './bolt11.ts'
import { invoiceAnswer, isSettled, parse, transactionAnswer } from './nwc-answers.ts'
import type { NwcClient } from './nwc-client.ts'
import { NwcSilentError } from './nwc-error.ts'

export interface InvoiceOrder {
  readonly amountSats: number
  readonly description: string
  readonly expirySeconds: number
}

/** An invoice of the node (NIP-47 `make_invoice`), checked against the order. Throws NwcError, NwcSilentError. */
export async function makeInvoice(
  client: NwcClient,
  { amountSats, description, expirySeconds }: InvoiceOrder,
  { network, now }: { readonly network: Network; readonly now: Clock },
) {
  const params = { amount: amountSats * 1000, expiry: expirySeconds, ...(description && { description }) }
  const answer = parse(invoiceAnswer, await client.request('make_invoice', params))
  const invoice = readInvoice(answer.invoice)
  // The invoice must match the request and be ours; a wrong hash is an error.
  const isRight =
    invoice?.amountMsats === amountSats * 1000 &&
    invoice.network === network &&
    invoice.expiresAt > now() &&
    (answer.payment_hash ?? invoice.paymentHash).toLowerCase() === invoice.paymentHash
  if (!invoice || !isRight) throw new NwcSilentError(lightningSentences.strange)
  const { text, paymentHash: payment_hash } = invoice
  return { invoice: text, payment_hash, amount_sats: amountSats, expires_at: toTimestamp(invoice.expiresAt) }
}

/** What the node says of an invoice (NIP-47 `lookup_invoice`); with less than the amount it is not paid. Throws as above. */
export async function lookUpInvoice(
  client: NwcClient,
  paymentHash: string,
  leastMsats: number,
): Promise<{ paid: boolean; settled_at: string | null }> {
  const found = parse(transactionAnswer, await client.request('lookup_invoice', { payment_hash: paymentHash }))
  const isIt = found.payment_hash.toLowerCase() === paymentHash && found.type !== 'outgoing'
  const isPaid = isIt && isSettled(found) && found.amount >= leastMsats
  return { paid: isPaid, settled_at: isPaid && found.settled_at ? toTimestamp(found.settled_at * 1000) : null }
}
