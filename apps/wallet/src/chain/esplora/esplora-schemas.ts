import { z } from 'zod'
import type { Place } from '../chain.ts'

const stats = z.object({ tx_count: z.number(), funded_txo_sum: z.number(), spent_txo_sum: z.number() })
export const scriptStats = z.object({ chain_stats: stats, mempool_stats: stats })

const status = z.object({
  confirmed: z.boolean(),
  block_height: z.number().int().nullish(),
  block_hash: z.string().nullish(),
  block_time: z.number().int().nullish(),
})

export const esploraTransaction = z.object({
  txid: z.string(),
  fee: z.number().int(),
  weight: z.number().int(),
  vin: z.array(z.object({ txid: z.string(), vout: z.number().int(), is_coinbase: z.boolean().nullish() })),
  status,
})
export type EsploraTransaction = z.infer<typeof esploraTransaction>

export const outspend = z.object({ spent: z.boolean(), txid: z.string().nullish() })
export const outspends = z.array(outspend)

export const feeEstimates = z.record(z.string(), z.number())

/** On mempool.space's kind of servers: their node's minimum relay rate, in sat/vB. */
export const recommendedMinimum = z.object({ minimumFee: z.number().positive() })

export const blockHeader = z.object({ height: z.number().int() })

export function placeOf({ status: given }: EsploraTransaction): Place {
  const { confirmed, block_hash: hash, block_height: height, block_time: time } = given
  if (!confirmed || !hash || typeof height !== 'number' || typeof time !== 'number') return { kind: 'mempool' }
  return { kind: 'block', hash, height, timeMs: time * 1000 }
}
