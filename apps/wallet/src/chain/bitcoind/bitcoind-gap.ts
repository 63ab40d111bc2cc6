import { maxSats } from '@hornets/contract/wallet/amounts'
import { chainSentences } from '@hornets/contract/wallet/answers/chain-sentences'
import { z } from 'zod'
import { type Branch, branches, type PerBranch } from '../../coins/coin.ts'
import { type Account, subscribersAccountOf } from '../../keys/account/account.ts'
import { describeBranch } from '../../keys/account/descriptor.ts'
import { chainError, type FoundCoin, type Search, type SearchGap, type Watched } from '../chain.ts'
import { type BitcoindRpc, RpcError } from './bitcoind-rpc.ts'

/** The node searches from this long before a wallet's birth, because miners' clocks differ. */
const windowSeconds = 7200
const satsPerBitcoin = 1e8

const pruning = z.object({ pruned: z.boolean(), pruneheight: z.number().int().optional() })
const header = z.object({ time: z.number().int() })
const unspent = z.object({
  txid: z.string(),
  vout: z.number().int().min(0),
  scriptPubKey: z.string(),
  desc: z.string(),
  amount: z
    .number()
    .min(0)
    .max(maxSats / satsPerBitcoin),
  /** Missing before Bitcoin Core 25. */
  coinbase: z.boolean().default(false),
  height: z.number().int(),
})
type Unspent = z.infer<typeof unspent>
const scan = z.object({ unspents: z.array(unspent) })

export interface FoundGap extends Search {
  readonly gap: SearchGap
}

export async function firstBlockOf(rpc: BitcoindRpc): Promise<number> {
  const { pruned, pruneheight = 0 } = await rpc.call(pruning, { method: 'getblockchaininfo' })
  return pruned ? pruneheight : 0
}

/** Null if nothing is missing. Every node knows unspent outputs, so the coins in missing blocks are found. */
export async function findGap(rpc: BitcoindRpc, watched: Watched, signal: AbortSignal): Promise<FoundGap | null> {
  const height = await firstBlockOf(rpc)
  if (height === 0) return null
  const firstHash = await rpc.call(z.string(), { method: 'getblockhash', params: [height] })
  const { time } = await rpc.call(header, { method: 'getblockheader', params: [firstHash] })
  if (time < watched.bornAt / 1000 - windowSeconds) return null
  const { found, count } = await scanOutputs(rpc, watched, signal)
  const below = found.filter(coin => coin.height < height)
  const blocks = await blocksAt(rpc, [...new Set(below.map(coin => coin.height))])
  const coins = below.flatMap(coin => {
    const block = blocks.get(coin.height)
    return block ? [{ ...factsOf(coin), block }] : []
  })
  const sats = coins.reduce((sum, { valueSats }) => sum + valueSats, 0)
  return { gap: { height, coins: coins.length, sats }, coins, count }
}

/** Scans twice the followed range, since each scan takes minutes on mainnet; again if that was not enough. */
async function scanOutputs(rpc: BitcoindRpc, { account, count }: Watched, signal: AbortSignal) {
  let ends = perBranch(branch => count[branch] * 2)
  const subscribersPath = subscribersAccountOf(account)?.path
  for (;;) {
    const ranges = branches
      .filter(branch => ends[branch] > 0)
      .map(branch => ({ desc: describeBranch(account, branch), range: ends[branch] - 1 }))
    const unspents = await scanRanges(rpc, ranges, signal, subscribersPath)
    const reach = reachOf(unspents, count)
    if (branches.every(branch => reach[branch] <= ends[branch]))
      return { count: reach, found: unspents.filter(coin => coin.index < reach[coin.branch]) }
    const before = ends
    ends = perBranch(branch => Math.max(before[branch], reach[branch]) + count[branch])
  }
}

function perBranch(countOf: (branch: Branch) => number): PerBranch {
  return [countOf(0), countOf(1), countOf(2)]
}

async function scanRanges(
  rpc: BitcoindRpc,
  ranges: readonly object[],
  signal: AbortSignal,
  subscribersPath: string | null | undefined,
) {
  try {
    const call = { method: 'scantxoutset', params: ['start', ranges] }
    const { unspents } = await rpc.call(scan, call, { timeoutMs: null, signal })
    return unspents.map(coin => ({ ...coin, ...pathOf(coin, subscribersPath) }))
  } catch (error) {
    // Only one scan can run: after a restart the earlier one may still be running.
    if (error instanceof RpcError) throw chainError(chainSentences.nodeSays, { words: error.message }, error)
    throw error
  }
}

/** `wpkh([d34db33f/84h/0h/0h/1/5]02…)#…`: the last two steps are branch and index. */
function pathOf({ desc }: Unspent, subscribersPath: string | null | undefined): { branch: Branch; index: number } {
  const [, branch, index] = /\/([01])\/(\d+)\]/.exec(desc) ?? []
  if (index === undefined) throw chainError(chainSentences.nodeStrange, { call: 'scantxoutset' })
  const isSubscribers = Boolean(subscribersPath) && desc.replaceAll("'", 'h').includes(`/${subscribersPath}/`)
  return { branch: isSubscribers ? 2 : branch === '0' ? 0 : 1, index: Number(index) }
}

/** Extends the range address by address while coins follow, as for any wallet (BIP 44). */
function reachOf(coins: readonly { branch: Branch; index: number }[], count: PerBranch): PerBranch {
  const reach: [number, number, number] = [...count]
  for (const { branch, index } of [...coins].sort((one, other) => one.index - other.index))
    if (index < reach[branch]) reach[branch] = Math.max(reach[branch], index + 1 + count[branch])
  return reach
}

async function blocksAt(rpc: BitcoindRpc, heights: readonly number[]): Promise<Map<number, FoundCoin['block']>> {
  const hashes = await rpc.many(
    z.string(),
    heights.map(height => ({ method: 'getblockhash', params: [height] })),
  )
  const headers = await rpc.many(
    header,
    hashes.map(hash => ({ method: 'getblockheader', params: [hash instanceof RpcError ? '' : hash] })),
  )
  const blocks = new Map<number, FoundCoin['block']>()
  for (const [position, height] of heights.entries()) {
    const [hash, head] = [hashes[position], headers[position]]
    if (typeof hash !== 'string' || !head || head instanceof RpcError)
      throw chainError(chainSentences.nodeStrange, { call: 'getblockheader' })
    blocks.set(height, { kind: 'block', hash, height, timeMs: head.time * 1000 })
  }
  return blocks
}

function factsOf({ txid, vout, scriptPubKey, amount, coinbase }: Unspent): Omit<FoundCoin, 'block'> {
  return { txid, vout, valueSats: Math.round(amount * satsPerBitcoin), script: scriptPubKey, isCoinbase: coinbase }
}

/** Descriptors for the node's wallet: each branch up to the given range. */
export function rangesOf(account: Account, wanted: readonly Branch[], count: PerBranch) {
  return wanted.map(branch => ({
    desc: describeBranch(account, branch),
    range: [0, count[branch] - 1],
    internal: branch === 1,
  }))
}
