import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { outpoint, sats, txid } from './amounts.ts'

/** Unknown facts are missing, such as the owners of others' coins. */
export const transactionDetails = z.object({
  txid,
  /** waiting: in no known mempool. replaced: another one spent its coins. dropped: without a replacement. */
  state: z.enum(['waiting', 'pending', 'confirmed', 'replaced', 'dropped']),
  /** RFC 3339, UTC: when it was first seen. */
  seen_at: z.string(),
  block: z.optional(z.object({ height: z.int(), hash: z.string(), time: z.string() })),
  confirmations: z.int().check(z.minimum(0)),
  /** Missing if only its outputs to the wallet are known: the bitcoin node no longer has its block. */
  whole: z.optional(
    z.object({
      inputs: z.array(
        z.object({
          outpoint,
          address: z.optional(z.string()),
          value_sats: z.optional(sats),
          own: z.boolean(),
          known: z.boolean(),
        }),
      ),
      vsize: z.int(),
      weight: z.int(),
      signals_replacement: z.boolean(),
      lock_time: z.int(),
      hex: z.string(),
    }),
  ),
  outputs: z.array(
    z.object({
      vout: z.int(),
      /** Missing for scripts without an address. */
      address: z.optional(z.string()),
      value_sats: sats,
      /** receiving: an address that was given out. change: back to the wallet. others: not the wallet's. */
      to: z.enum(['receiving', 'change', 'others']),
      /** The wallet's transaction that spends it; empty if unknown. */
      spent_by: z.optional(z.union([txid, z.literal('')])),
    }),
  ),
  fee_sats: z.optional(sats),
  replaced_by: z.optional(txid),
  replaces: z.array(txid),
})
export type TransactionDetails = z.infer<typeof transactionDetails>

export const getTransaction = defineEndpoint({
  method: 'GET',
  path: '/transaction',
  tag: 'Accounting',
  summary: 'One transaction of the wallet: inputs, outputs, size, fee, block, what it replaces and what spends it',
  access: 'session',
  staleOn: ['wallet'],
  query: z.object({ txid }),
  answers: { 200: transactionDetails },
  errors: ['wallet_missing', 'not_found'],
})
