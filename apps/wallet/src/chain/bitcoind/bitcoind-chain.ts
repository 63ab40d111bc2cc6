import { chainSentences } from '@hornets/contract/wallet/answers/chain-sentences'
import type { Network } from '@hornets/contract/wallet/set-up'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Logger } from '@hornets/server/process/logger'
import { z } from 'zod'
import {
  type BroadcastResult,
  type Chain,
  type ChainTip,
  type Changes,
  chainError,
  type MempoolFacts,
  type Place,
  type Question,
  type RelayRates,
  type Sighting,
  type Watched,
} from '../chain.ts'
import {
  BitcoindRpc,
  isFull,
  orUnknown,
  RpcError,
  type RpcPlace,
  readingTimeoutMs,
  rpcNotFound,
} from './bitcoind-rpc.ts'
import { findUnfollowed } from './bitcoind-unfollowed.ts'
import { BitcoindWatcher } from './bitcoind-watcher.ts'

const chainNames: Record<Network, string> = {
  mainnet: 'main',
  testnet4: 'testnet4',
  signet: 'signet',
  regtest: 'regtest',
}
const lookahead = 1000
const rpcAlreadyInChain = -27
/** Not decoded, not verified, rejected; with other codes the node has not examined the transaction. */
const rpcRefusals = new Set([-22, -25, -26])
const btcPerKvbToSatsPerVbyte = 1e5

const blockchainInfo = z.object({
  chain: z.string(),
  blocks: z.number().int(),
  headers: z.number().int(),
  bestblockhash: z.string(),
  initialblockdownload: z.boolean(),
  /** A single text before Bitcoin Core 28. */
  warnings: z.union([z.string(), z.array(z.string())]).default([]),
})
const walletEntry = z.object({
  txid: z.string(),
  confirmations: z.number().int(),
  blockhash: z.string().optional(),
  blockheight: z.number().int().optional(),
  blocktime: z.number().int().optional(),
})
const sinceBlock = z.object({
  transactions: z.array(walletEntry),
  removed: z.array(z.object({ txid: z.string() })).default([]),
  lastblock: z.string(),
})
const walletTransaction = walletEntry.extend({ hex: z.string() })
const mempoolEntry = z.object({
  vsize: z.number().int(),
  depends: z.array(z.string()),
  descendantcount: z.number(),
  descendantsize: z.number(),
  fees: z.object({ base: z.number(), descendant: z.number() }),
})
const mempoolInfo = z.object({
  mempoolminfee: z.number(),
  minrelaytxfee: z.number(),
  incrementalrelayfee: z.number().optional(),
})
const smartFee = z.object({ feerate: z.number().positive().optional() })

/** The chain from our own bitcoind (Bitcoin Core or Knots, 25 or newer, including pruned ones). */
export class BitcoindChain implements Chain {
  readonly source = 'bitcoind'
  readonly lookahead: number
  readonly #rpc: BitcoindRpc
  readonly #watcher: BitcoindWatcher
  readonly #network: Network

  constructor(
    place: RpcPlace,
    options: { network: Network; logger: Logger; wayOut: WayOut; lookahead?: number | undefined },
  ) {
    this.#rpc = new BitcoindRpc(place, options.wayOut)
    this.#watcher = new BitcoindWatcher(this.#rpc, options.logger)
    this.#network = options.network
    this.lookahead = options.lookahead ?? lookahead
  }

  async tip(signal?: AbortSignal): Promise<ChainTip> {
    const info = await this.#ask(blockchainInfo, 'getblockchaininfo', signal)
    if (info.chain !== chainNames[this.#network])
      throw chainError(chainSentences.nodeElsewhere, { node_network: info.chain, wallet_network: this.#network })
    if ([info.warnings].flat().some(isFull)) throw chainError(chainSentences.nodeDiskFull, {})
    const synced = !info.initialblockdownload && info.headers - info.blocks <= 1
    return { height: info.blocks, hash: info.bestblockhash, synced }
  }

  watch(watched: Watched, signal: AbortSignal): Promise<void> {
    return this.#watcher.watch(watched, signal)
  }

  async changes(question: Question): Promise<Changes> {
    const wallet = this.#watcher.name()
    const since = await this.#since(question.cursor, wallet)
    const entries = new Map(since.transactions.map(entry => [entry.txid, entry]))
    const asked = [...since.removed.map(({ txid }) => txid), ...question.unsettled].filter(txid => !entries.has(txid))
    for (const entry of await this.#transactions(asked, wallet)) entries.set(entry.txid, entry)
    const unknown = [...entries.keys()].filter(txid => !question.isKnown(txid))
    const hexes = new Map((await this.#transactions(unknown, wallet)).map(({ txid, hex }) => [txid, hex]))

    const inBlock = [...entries.values()].map(entry => ({ txid: entry.txid, block: blockOf(entry) }))
    const loose = [
      ...inBlock.filter(({ block }) => !block).map(({ txid }) => txid),
      ...asked.filter(txid => !entries.has(txid)),
    ]
    const inMempool = await this.#inMempool([...new Set(loose)])
    const placed = new Map<string, Place>(inMempool)
    for (const { txid, block } of inBlock) if (block) placed.set(txid, block)
    const lost = asked.filter(txid => !entries.has(txid) && placed.get(txid)?.kind === 'nowhere')
    const further = await this.#unfollowed(question, lost, since.lastblock)
    for (const { txid, place, hex } of further?.sightings ?? []) {
      placed.set(txid, place)
      if (hex !== undefined) hexes.set(txid, hex)
    }
    for (const txid of further?.untold ?? []) placed.delete(txid)
    const sightings = [...placed].map(([txid, place]): Sighting => {
      const hex = hexes.get(txid)
      return hex === undefined ? { txid, place } : { txid, place, hex }
    })
    return { sightings, cursor: since.lastblock, more: false, ...(further?.held && { held: further.held }) }
  }

  async #unfollowed({ gap, ...question }: Question, lost: readonly string[], tip: string) {
    if (!gap) return null
    const unknownOf = async (txids: readonly string[]) => {
      const known = new Set((await this.#transactions(txids, this.#watcher.name())).map(({ txid }) => txid))
      return txids.filter(txid => !known.has(txid))
    }
    return findUnfollowed(this.#rpc, { ...question, gap, lost, tip, unknownOf })
  }

  async broadcast(hex: string, txid: string, signal?: AbortSignal): Promise<BroadcastResult> {
    try {
      await this.#rpc.call(z.string(), { method: 'sendrawtransaction', params: [hex] }, { signal })
      return { accepted: true }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      if (error.code === rpcAlreadyInChain || (await this.#isKnown(txid))) return { accepted: true }
      return { accepted: false, reason: error.message, isFinal: rpcRefusals.has(error.code) }
    }
  }

  async estimateRates() {
    const calls = [144, 3, 2].map(blocks => ({ method: 'estimatesmartfee', params: [blocks] }))
    const rates = (await this.#rpc.many(smartFee, calls)).map(answer =>
      answer instanceof RpcError || answer.feerate === undefined ? null : answer.feerate * btcPerKvbToSatsPerVbyte,
    )
    const [low, med, high] = rates
    return low && med && high ? { low, med, high } : null
  }

  async relayRates(): Promise<RelayRates> {
    const info = await this.#ask(mempoolInfo, 'getmempoolinfo')
    return {
      minimum: roundRate(Math.max(info.mempoolminfee, info.minrelaytxfee) * btcPerKvbToSatsPerVbyte),
      incremental: roundRate((info.incrementalrelayfee ?? info.minrelaytxfee) * btcPerKvbToSatsPerVbyte),
    }
  }

  async mempoolFacts(txid: string): Promise<MempoolFacts | null> {
    const [entry] = await this.#rpc.many(mempoolEntry, [{ method: 'getmempoolentry', params: [txid] }])
    const asked = { method: 'getmempoolancestors', params: [txid, true] }
    const [others] = await this.#rpc.many(z.record(z.string(), mempoolEntry), [asked])
    if (!entry || entry instanceof RpcError || !others || others instanceof RpcError) return null
    const family = { ...others, [txid]: entry }
    return {
      ancestors: Object.entries(family).map(([one, { vsize, fees, depends, descendantcount, descendantsize }]) => ({
        txid: one,
        vsize,
        feeSats: satsOf(fees.base),
        parents: depends,
        descendants: { count: descendantcount, vsize: descendantsize },
      })),
      descendantCount: entry.descendantcount - 1,
      descendantFeeSats: satsOf(entry.fees.descendant) - satsOf(entry.fees.base),
    }
  }

  async #since(cursor: string | null, wallet: string) {
    // target_confirmations, include_watchonly, include_removed, include_change
    const call = (block: string) => ({ method: 'listsinceblock', params: [block, 1, true, true, true] })
    try {
      return await this.#rpc.call(sinceBlock, call(cursor ?? ''), { wallet, timeoutMs: readingTimeoutMs })
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      // Another or a reset node does not know the block: everything is requested again.
      if (cursor === null || error.code !== rpcNotFound)
        throw chainError(chainSentences.nodeSays, { words: error.message }, error)
      return await this.#rpc.call(sinceBlock, call(''), { wallet, timeoutMs: readingTimeoutMs })
    }
  }

  async #transactions(txids: readonly string[], wallet: string) {
    const calls = txids.map(txid => ({ method: 'gettransaction', params: [txid, true] }))
    const answers = await this.#rpc.many(walletTransaction, calls, { wallet, timeoutMs: readingTimeoutMs })
    return answers.flatMap(answer => orUnknown(answer) ?? [])
  }

  async #inMempool(txids: readonly string[]): Promise<[string, Place][]> {
    const calls = txids.map(txid => ({ method: 'getmempoolentry', params: [txid] }))
    const answers = await this.#rpc.many(z.object({}), calls)
    const places = answers.map((answer): Place => ({ kind: orUnknown(answer) ? 'mempool' : 'nowhere' }))
    return txids.map((txid, position) => [txid, places[position] ?? { kind: 'nowhere' }])
  }

  /** In the mempool, or in a block seen by our wallet in the node. */
  async #isKnown(txid: string): Promise<boolean> {
    const [place] = await this.#inMempool([txid])
    if (place?.[1].kind === 'mempool') return true
    const [entry] = await this.#transactions([txid], this.#watcher.name())
    return entry !== undefined && entry.confirmations > 0
  }

  async #ask<Result>(schema: z.ZodType<Result>, method: string, signal?: AbortSignal): Promise<Result> {
    try {
      return await this.#rpc.call(schema, { method }, { signal })
    } catch (error) {
      throw error instanceof RpcError ? chainError(chainSentences.nodeSays, { words: error.message }, error) : error
    }
  }
}

function blockOf({ confirmations, blockhash, blockheight, blocktime }: z.infer<typeof walletEntry>): Place | null {
  if (confirmations <= 0 || !blockhash || blockheight === undefined || blocktime === undefined) return null
  return { kind: 'block', hash: blockhash, height: blockheight, timeMs: blocktime * 1000 }
}

/** The node gives decimal bitcoin; eight decimals are exact after rounding. */
function satsOf(bitcoin: number): number {
  return Math.round(bitcoin * 1e8)
}

function roundRate(rate: number): number {
  return Math.ceil(Math.round(rate * 1e6) / 1000) / 1000
}
