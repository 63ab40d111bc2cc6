import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { sats, txid } from './amounts.ts'
import { cosigner } from './set-up.ts'

const tag = 'Spending'
const count = z.int().check(z.minimum(0))

/** A payment from a shared account while its signatures are collected. */
const openPsbt = z.object({
  txid,
  /** With all signatures so far (BIP 174), base64. */
  psbt: z.string(),
  amount_sats: sats,
  recipient_address: z.string(),
  fee_sats: sats,
  /** RFC 3339, UTC. */
  timestamp: z.string(),
  /** Minimum number of missing signatures; 0: /psbt/finish can send it. */
  missing: count,
  /** Every key of the account, in descriptor order. */
  signers: z.array(z.extend(cosigner, { signed: z.boolean() })),
})
export type OpenPsbt = z.infer<typeof openPsbt>

export const listOpenPsbts = defineEndpoint({
  method: 'GET',
  path: '/psbt/open',
  tag,
  summary:
    'Payments waiting for more signatures (multisig), newest first; their coins are reserved until they are sent or dropped',
  access: 'session',
  answers: { 200: z.array(openPsbt) },
  errors: ['wallet_missing'],
})

export const addSignatures = defineEndpoint({
  method: 'POST',
  path: '/psbt/sign',
  tag,
  summary:
    "Add one signer's signatures to a payment of /psbt/open (a PSBT in base64 or hex) after checking each; sends nothing",
  access: 'session',
  role: 'owner',
  audit: 'payment.signature',
  body: z.object({
    psbt: z.string().check(z.maxLength(4_000_000)),
    /** The expected payment; any if missing. */
    txid: z.optional(txid),
  }),
  answers: { 200: z.extend(openPsbt, { added: count }) },
  errors: ['wallet_missing', 'not_found', 'bad_request'],
})
