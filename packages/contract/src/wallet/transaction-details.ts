import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { outpoint, sats, txid } from './amounts.ts'

/** All that the wallet knows of one transaction. What it cannot know is missing: whose coins others spend, say. */
export const transactionDetails = z.object({
  txid,
  /**
   * waiting: signed by the wallet, in no mempool that it knows of. pending: in a mempool. replaced: another one has its
   * coins. dropped: nodes have forgotten it and nothing has taken its place.
   */
  state: z.enum(['waiting', 'pending', 'confirmed', 'replaced', 'dropped']),
  /** RFC 3339, UTC: of first sight. */
  seen_at: z.string(),
  block: z.optional(z.object({ height: z.int(), hash: z.string(), time: z.string() })),
  confirmations: z.int().check(z.minimum(0)),
  /** Missing where only its outputs to the wallet are known: its block is none that the bitcoin node still has. */
  whole: z.optional(
    z.object({
      inputs: z.array(
        z.object({
          outpoint,
          /** Address and value where it is the wallet's own. */
          address: z.optional(z.string()),
          value_sats: z.optional(sats),
          own: z.boolean(),
          /** The wallet knows the transaction that it comes from. */
          known: z.boolean(),
        }),
      ),
      vsize: z.int(),
      weight: z.int(),
      /** BIP 125: says that it may be replaced. */
      signals_replacement: z.boolean(),
      lock_time: z.int(),
      hex: z.string(),
    }),
  ),
  outputs: z.array(
    z.object({
      vout: z.int(),
      /** Missing for a script without one. */
      address: z.optional(z.string()),
      value_sats: sats,
      /** receiving: an address that was given out. change: back to the wallet. others: of somebody else. */
      to: z.enum(['receiving', 'change', 'others']),
      /** By a transaction of the wallet; empty where nobody knows which one it was. */
      spent_by: z.optional(z.union([txid, z.literal('')])),
    }),
  ),
  /** Where it is known. */
  fee_sats: z.optional(sats),
  replaced_by: z.optional(txid),
  /** What it has taken the place of. */
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
