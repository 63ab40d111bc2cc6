import { createHash, randomBytes } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract/nostr'
import { bech32 } from '@scure/base'
import { finalizeEvent, generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools'

export const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const person = () => {
  const secret = generateSecretKey()
  return { secret, pubkey: getPublicKey(secret) }
}
/** Those of a zap: the zapped relay, the server that signs receipts, who pays, and somebody else. */
export const [relay, server, payer, stranger] = [person(), person(), person(), person()]
export const start = Date.parse('2026-03-01T12:00:00Z')
export const isGenuine = (event: NostrEvent) => verifyEvent({ ...event, tags: event.tags.map(tag => [...tag]) })

/** An invoice as BOLT 11 writes it; nobody here checks its signature. */
export function invoiceOf(msats: number, descriptionHash: Buffer, paymentHash: Buffer): string {
  const field = (type: number, bytes: Buffer) => {
    const words = bech32.toWords(bytes)
    return [type, words.length >> 5, words.length & 31, ...words]
  }
  const words = [...Array(7).fill(0), ...field(1, paymentHash), ...field(23, descriptionHash), ...Array(104).fill(0)]
  return bech32.encode(`lnbc${msats * 10}p`, words, false)
}

export interface Bent {
  readonly by?: typeof payer
  readonly to?: string
  readonly signer?: typeof server
  readonly msats?: number
  readonly at?: number
  readonly preimage?: Buffer
  /** Changes the request before it is signed, or the receipt. */
  readonly request?: (tags: string[][]) => void
  readonly receipt?: (tags: string[][]) => void
}
/** A zap of 5,000 sats to the relay, bent as wanted. */
export function zapBy({
  by = payer,
  to = relay.pubkey,
  signer = server,
  msats = 5_000_000,
  at = start,
  ...bent
}: Bent = {}) {
  const preimage = bent.preimage ?? randomBytes(32)
  const tags = [
    ['relays', 'wss://relay.example'],
    ['amount', String(msats)],
    ['p', to],
  ]
  bent.request?.(tags)
  const signed = finalizeEvent({ kind: 9734, created_at: at / 1000 - 5, content: '', tags }, by.secret)
  const { kind, created_at, content, pubkey, id, sig } = signed
  const description = JSON.stringify({ kind, created_at, content, pubkey, id, sig, tags: signed.tags })
  const receipt = [
    ['p', to],
    ['bolt11', invoiceOf(msats, sha256(description), sha256(preimage))],
    ['description', description],
    ['preimage', preimage.toString('hex')],
  ]
  bent.receipt?.(receipt)
  const event = finalizeEvent({ kind: 9735, created_at: at / 1000, content: '', tags: receipt }, signer.secret)
  return { event: event as NostrEvent, paymentHash: sha256(preimage).toString('hex'), sats: msats / 1000 }
}
export const set =
  (name: string, ...values: string[]) =>
  (tags: string[][]) => {
    const tag = tags.find(([first]) => first === name)
    if (tag) tag.splice(1, tag.length - 1, ...values)
    else tags.push([name, ...values])
  }
