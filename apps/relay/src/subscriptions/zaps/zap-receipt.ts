import { createHash } from 'node:crypto'
import { type NostrEvent, nostrEvent } from '@hornets/contract/nostr'
import { readZapInvoice } from './zap-invoice.ts'

export const zapReceiptKind = 9735
const zapRequestKind = 9734
const charactersMax = 65_536

export interface Zap {
  readonly payer: string
  readonly paymentHash: string
  /** Whole satoshis; fractions are dropped. */
  readonly sats: number
  /** Milliseconds. */
  readonly date: number
}

interface Reading {
  readonly recipient: string
  readonly isGenuine: (event: NostrEvent) => boolean
}

/**
 * NIP-57, appendix D to F, as far as the receipt itself allows. Null also for anonymous zaps. Whose receipts are
 * believed is the caller's.
 */
export function readZapReceipt(receipt: NostrEvent, { recipient, isGenuine }: Reading): Zap | null {
  if (receipt.kind !== zapReceiptKind || !isFor(receipt, recipient)) return null
  const description = only(receipt, 'description') ?? ''
  const request = readRequest(description)
  const invoice = readZapInvoice(only(receipt, 'bolt11') ?? '')
  if (!request || !invoice) return null
  const { amountMsats, paymentHash } = invoice
  if (hashOf(description) !== invoice.descriptionHash) return null
  if (!isRequest(request, { recipient, amountMsats, signer: receipt.pubkey })) return null
  const preimages = valuesOf(receipt, 'preimage').filter(preimage => preimage !== '')
  if (preimages.some(preimage => hashOf(Buffer.from(preimage, 'hex')) !== paymentHash)) return null
  const sats = Math.floor(amountMsats / 1000)
  if (sats < 1 || !isGenuine(request)) return null
  return { payer: request.pubkey, paymentHash, sats, date: receipt.created_at * 1000 }
}

function isRequest(
  request: NostrEvent,
  { recipient, amountMsats, signer }: { recipient: string; amountMsats: number; signer: string },
): boolean {
  if (request.kind !== zapRequestKind || !isFor(request, recipient)) return false
  const [amounts, senders] = [valuesOf(request, 'amount'), valuesOf(request, 'P')]
  if (amounts.length > 1 || amounts.some(amount => amount !== String(amountMsats))) return false
  if (senders.length > 1 || senders.some(pubkey => pubkey !== signer)) return false
  return valuesOf(request, 'e').length <= 1 && valuesOf(request, 'anon').length === 0
}

function readRequest(description: string): NostrEvent | null {
  if (description.length > charactersMax) return null
  try {
    return nostrEvent.parse(JSON.parse(description))
  } catch {
    return null
  }
}

const valuesOf = ({ tags }: NostrEvent, name: string) =>
  tags.filter(([first]) => first === name).map(([, value = '']) => value)

function only(event: NostrEvent, name: string): string | undefined {
  const [value, ...others] = valuesOf(event, name)
  return others.length === 0 ? value : undefined
}

const isFor = (event: NostrEvent, pubkey: string) => only(event, 'p') === pubkey
const hashOf = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
