import * as z from 'zod/mini'
import { walletMessages } from './answers/messages.ts'

/** 21 million bitcoin: no amount exceeds it, and all sums stay safe integers. */
export const maxSats = 2_100_000_000_000_000

/** Whole satoshis. Never a float, never bitcoin. */
export const sats = z.int().check(z.minimum(0), z.maximum(maxSats))
export const signedSats = z.int().check(z.minimum(-maxSats), z.maximum(maxSats))

/** Satoshis per virtual byte, up to three decimals. Nodes refuse rates above the limit as mistakes. */
export const satsPerVbyte = z.number().check(z.positive(), z.maximum(10_000, walletMessages.rateTooHigh))

/** Transaction id in display order: lower-case hex, bytes reversed. */
export const txid = z.string().check(z.regex(/^[0-9a-f]{64}$/))

export const outpoint = z.string().check(z.regex(/^[0-9a-f]{64}:(0|[1-9]\d{0,9})$/))

/** `vbytes` at `rate` (WALLET-25), rounded up. In thousandths: 100 vB at 1.1 cost 110, not 111. */
export function feeSatsOf(vbytes: number, rate: number): number {
  return Math.ceil((vbytes * Math.round(rate * 1000)) / 1000)
}
