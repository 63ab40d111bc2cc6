import * as z from 'zod/mini'
import { walletMessages } from './messages.ts'

/** 21 million bitcoin: no amount is above it, and every sum of ours stays a safe integer. */
export const maxSats = 2_100_000_000_000_000

/** Whole satoshis. Never a float, never bitcoin. */
export const sats = z.int().check(z.minimum(0), z.maximum(maxSats))
export const signedSats = z.int().check(z.minimum(-maxSats), z.maximum(maxSats))

/** Satoshis per virtual byte, with up to three decimals that count. Nodes refuse what is above the limit as a mistake. */
export const satsPerVbyte = z.number().check(z.positive(), z.maximum(10_000, walletMessages.rateTooHigh))

/** Transaction id as people and explorers write it: lower-case hex, byte order reversed. */
export const txid = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** `<txid>:<vout>` */
export const outpoint = z.string().check(z.regex(/^[0-9a-f]{64}:(0|[1-9]\d{0,9})$/))

/**
 * What a transaction of `vbytes` pays at `rate` (WALLET-25): the next whole satoshi. Rates count in thousandths, so that
 * no binary fraction adds a satoshi (100 vB at 1.1 cost 110, not 111).
 */
export function feeSatsOf(vbytes: number, rate: number): number {
  return Math.ceil((vbytes * Math.round(rate * 1000)) / 1000)
}
