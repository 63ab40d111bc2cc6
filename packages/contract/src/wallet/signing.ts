import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { sats, txid } from './amounts.ts'
import { cosigner } from './set-up.ts'

const tag = 'Spending'
const count = z.int().check(z.minimum(0))

/** A payment from an account that several keys share, while its signatures are collected. */
const openPsbt = z.object({
  /** It stays the same when it is signed. */
  txid,
  /** With every signature that has come back so far (BIP 174), in base64. */
  psbt: z.string(),
  amount_sats: sats,
  recipient_address: z.string(),
  fee_sats: sats,
  /** RFC 3339, UTC. */
  timestamp: z.string(),
  /** How many signatures are missing at the least; 0: it can be sent by /psbt/finish. */
  missing: count,
  /** Every key of the account, in the order of its descriptor. */
  signers: z.array(z.extend(cosigner, { signed: z.boolean() })),
})
export type OpenPsbt = z.infer<typeof openPsbt>

export const listOpenPsbts = defineEndpoint({
  method: 'GET',
  path: '/psbt/open',
  tag,
  summary:
    'Payments that wait for signatures of several people, newest first; their coins are kept until they are sent or dropped',
  access: 'session',
  answers: { 200: z.array(openPsbt) },
  errors: ['wallet_missing'],
})

export const addSignatures = defineEndpoint({
  method: 'POST',
  path: '/psbt/sign',
  tag,
  summary:
    'Take what one signer has signed of a payment of /psbt/open (a PSBT in base64 or hex), check each signature, and keep it with those of the others; nothing is sent',
  access: 'session',
  role: 'owner',
  audit: 'payment.signature',
  body: z.object({
    psbt: z.string().check(z.maxLength(4_000_000)),
    /** Of which payment it has to be; of any, when missing. */
    txid: z.optional(txid),
  }),
  answers: {
    200: z.extend(openPsbt, {
      /** How many of the signers have not been known before. */
      added: count,
    }),
  },
  errors: ['wallet_missing', 'not_found', 'bad_request'],
})
