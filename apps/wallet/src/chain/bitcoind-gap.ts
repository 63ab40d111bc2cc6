import { z } from 'zod'
import type { BitcoindRpc } from './bitcoind-rpc.ts'
import type { SearchGap } from './chain.ts'

/** The node searches from so long before the birth of a wallet: clocks of miners differ. */
const windowSeconds = 7200

const pruning = z.object({ pruned: z.boolean(), pruneheight: z.number().int().optional() })
const header = z.object({ time: z.number().int() })
const unspent = z.object({
  success: z.boolean(),
  unspents: z.array(z.object({ amount: z.number(), height: z.number().int() })),
})

/**
 * What a pruned node cannot search for a wallet that is older than its blocks. The set of unspent outputs is complete in
 * any node, so that it says which coins lie below them. Null for a node that has all that it takes.
 *
 * @param bornAt milliseconds; 0 where nobody knows
 */
export async function findGap(
  rpc: BitcoindRpc,
  ranges: readonly { readonly desc: string; readonly range: readonly number[] }[],
  bornAt: number,
  signal: AbortSignal,
): Promise<SearchGap | null> {
  const { pruned, pruneheight: height = 0 } = await rpc.call(pruning, { method: 'getblockchaininfo' })
  if (!pruned || height === 0) return null
  const hash = await rpc.call(z.string(), { method: 'getblockhash', params: [height] })
  const { time } = await rpc.call(header, { method: 'getblockheader', params: [hash] })
  if (time < bornAt / 1000 - windowSeconds) return null
  // Minutes on the main network.
  const scan = { method: 'scantxoutset', params: ['start', ranges] }
  const { unspents } = await rpc.call(unspent, scan, { timeoutMs: null, signal })
  const below = unspents.filter(coin => coin.height < height)
  return { height, coins: below.length, sats: below.reduce((sum, { amount }) => sum + Math.round(amount * 1e8), 0) }
}
