import { chainSentences } from '@hornets/contract/wallet/answers/chain-sentences'
import type { Logger } from '@hornets/server/process/logger'
import { z } from 'zod'
import { type Branch, branches, type PerBranch } from '../../coins/coin.ts'
import { type Account, isShared, subscribersAccountOf } from '../../keys/account/account.ts'
import { describeAccount } from '../../keys/account/descriptor.ts'
import { keysOf } from '../../keys/account/policy.ts'
import { chainError, type Watched } from '../chain.ts'
import { findGap, firstBlockOf, rangesOf } from './bitcoind-gap.ts'
import { type BitcoindRpc, type RpcCall, RpcError, readingTimeoutMs } from './bitcoind-rpc.ts'

const rpcWalletNotFound = -18
const rpcWalletAlreadyLoaded = -35

const descriptors = z.object({
  descriptors: z.array(z.object({ desc: z.string(), range: z.tuple([z.number(), z.number()]).optional() })),
})
type Descriptors = z.infer<typeof descriptors>['descriptors']
const walletInfo = z.object({ scanning: z.unknown() })
const scanProgress = z.object({ scanning: z.object({ progress: z.number() }) })
/** A search takes hours on mainnet. */
const lookEveryMs = 2000
const imports = z.array(
  z.object({ success: z.boolean(), error: z.object({ code: z.number(), message: z.string() }).optional() }),
)

/** Our wallet in the node: descriptors without private keys, which the node then follows. */
export class BitcoindWatcher {
  readonly #rpc: BitcoindRpc
  readonly #log: Logger
  readonly #lookEveryMs: number
  #name: string | undefined
  /** Addresses per branch whose whole history was searched since this process started. */
  #lookedFor: PerBranch = [0, 0, 0]

  constructor(rpc: BitcoindRpc, log: Logger, everyMs = lookEveryMs) {
    this.#rpc = rpc
    this.#log = log
    this.#lookEveryMs = everyMs
  }

  /** The name of the node's wallet. Throws ChainError before the first `watch`. */
  name(): string {
    if (this.#name === undefined) throw chainError(chainSentences.notFollowed, {})
    return this.#name
  }

  /** Creates or loads the node's wallet and makes it follow this many addresses per branch. */
  async watch(watched: Watched, signal: AbortSignal): Promise<void> {
    const { account, count, bornAt } = watched
    const name = `hornets-${describeAccount(account).slice(-8)}`
    await this.#load(name, signal)
    await this.#assertIdle(name)
    const known = await this.#descriptors(name)
    const isNew = known.length === 0
    const isAnew = isNew || watched.isUnfinished
    if (isAnew) this.#log.info({ wallet: name }, 'the node is searching its chain for the wallet')
    const found = isAnew || watched.isUnread ? await findGap(this.#rpc, watched, signal) : null
    if (isAnew || found) await watched.onSearch(found ?? { gap: null, coins: [], count })
    const wanted = found?.count ?? count
    // The node extends its range after a used address, but from that block only: earlier blocks were not searched.
    const isLookedFor = branches.every(branch => wanted[branch] <= this.#lookedFor[branch])
    const isFurther = !isAnew && !found && !watched.isSearched && !isLookedFor
    if (isFurther) {
      this.#log.info({ wallet: name }, 'the node is searching its chain for more addresses of the wallet')
      await watched.onSearch({ gap: watched.gap, coins: [], count: wanted })
    }
    const isWholeSearch = isAnew || found !== null || isFurther
    const missing = branches.filter(
      branch => wanted[branch] > 0 && (isAnew || isFurther || rangeOf(known, account, branch) < wanted[branch]),
    )
    if (missing.length > 0) {
      // The node never shrinks a range.
      const reachOf = (branch: Branch) => Math.max(wanted[branch], rangeOf(known, account, branch))
      const timestamp = isWholeSearch ? Math.floor(bornAt / 1000) : 'now'
      const requests = rangesOf(account, missing, [reachOf(0), reachOf(1), reachOf(2)]).map(range => ({
        ...range,
        timestamp,
      }))
      const hasGap = found !== null || watched.gap !== null
      await this.#withProgress(name, watched, () => this.#import(name, requests, signal, hasGap))
      const followed = await this.#descriptors(name)
      if (missing.some(branch => rangeOf(followed, account, branch) < wanted[branch]))
        throw chainError(chainSentences.notFollowed, {})
      if (isWholeSearch) this.#lookedFor = wanted
    }
    if (isAnew || found) await this.#searchPruned(watched, found?.gap.height ?? 0, signal)
    if (!isAnew && watched.gap && (await firstBlockOf(this.#rpc)) === 0) await this.#searchAll(name, watched, signal)
    this.#name = name
  }

  /** A search that outlived our restart continues in the node; until then its data is incomplete. */
  async #assertIdle(wallet: string): Promise<void> {
    const { scanning } = await this.#rpc.call(walletInfo, { method: 'getwalletinfo' }, { wallet })
    if (scanning) throw chainError(chainSentences.searching, {})
  }

  async #descriptors(wallet: string): Promise<Descriptors> {
    return (await this.#rpc.call(descriptors, { method: 'listdescriptors' }, { wallet })).descriptors
  }

  /** A node keeps pruning while it searches, so blocks lost meanwhile were not searched. */
  async #searchPruned(watched: Watched, before: number, signal: AbortSignal): Promise<void> {
    if ((await firstBlockOf(this.#rpc)) <= before) return
    const found = await findGap(this.#rpc, watched, signal)
    if (found) await watched.onSearch(found)
  }

  /** The node has its older blocks again. */
  async #searchAll(wallet: string, { onSearch, count }: Watched, signal: AbortSignal): Promise<void> {
    this.#log.info({ wallet }, 'the node is searching its older blocks for the wallet')
    await this.#search(z.unknown(), { method: 'rescanblockchain' }, wallet, signal)
    this.#lookedFor = count
    await onSearch({ gap: null, coins: [], count })
  }

  /** Reports the progress of a search while it runs. */
  async #withProgress<Result>(wallet: string, { onProgress }: Watched, work: () => Promise<Result>): Promise<Result> {
    const look = async () => {
      const info = await this.#rpc.call(scanProgress, { method: 'getwalletinfo' }, { wallet })
      onProgress(info.scanning.progress)
    }
    const timer = setInterval(() => void look().catch(() => undefined), this.#lookEveryMs)
    try {
      return await work()
    } finally {
      clearInterval(timer)
    }
  }

  async #search<Result>(
    schema: z.ZodType<Result>,
    call: RpcCall,
    wallet: string,
    signal: AbortSignal,
  ): Promise<Result> {
    try {
      return await this.#rpc.call(schema, call, { wallet, timeoutMs: null, signal })
    } catch (error) {
      throw error instanceof RpcError
        ? chainError(chainSentences.nodeSearchFailed, { words: error.message }, error)
        : error
    }
  }

  async #load(name: string, signal: AbortSignal): Promise<void> {
    const loaded = await this.#rpc.call(z.array(z.string()), { method: 'listwallets' })
    if (loaded.includes(name)) return
    try {
      await this.#rpc.call(z.unknown(), { method: 'loadwallet', params: [name, true] }, { timeoutMs: null, signal })
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      if (error.code === rpcWalletAlreadyLoaded) return
      if (error.code !== rpcWalletNotFound) throw chainError(chainSentences.nodeSays, { words: error.message }, error)
      // name, no private keys, blank, no passphrase, no avoid_reuse, descriptors, load on startup
      const params = [name, true, true, '', false, true, true]
      await this.#rpc.call(z.unknown(), { method: 'createwallet', params }, { timeoutMs: readingTimeoutMs })
    }
  }

  async #import(wallet: string, requests: readonly object[], signal: AbortSignal, hasGap: boolean): Promise<void> {
    const call = { method: 'importdescriptors', params: [requests] }
    const results = await this.#search(imports, call, wallet, signal)
    // It searched the existing blocks and reports the missing ones, which we know.
    if (hasGap) return
    const failure = results.find(({ success }) => !success)
    if (failure) throw chainError(chainSentences.nodeSearchFailed, { words: failure.error?.message ?? '' })
  }
}

function rangeOf(known: Descriptors, account: Account, branch: Branch): number {
  const subscribers = branch === 2 ? subscribersAccountOf(account) : null
  // The node may write `h` or `'`; keys and branch identify the descriptor.
  const keys = isShared(account) ? keysOf(account.policy) : [subscribers ?? account]
  const step = subscribers ? 0 : branch
  const isOurs = ({ desc }: Descriptors[number]) => keys.every(({ xpub }) => desc.includes(`${xpub}/${step}/*`))
  return Math.max(0, ...known.filter(isOurs).map(({ range }) => (range?.[1] ?? -1) + 1))
}
