import { chainSentences } from '@hornets/contract/wallet/chain-sentences'
import type { Logger } from '@hornets/server/logger'
import { z } from 'zod'
import type { AccountKey, Branch } from '../keys/account.ts'
import { describeAccount } from '../keys/descriptor.ts'
import { findGap, firstBlockOf, rangesOf } from './bitcoind-gap.ts'
import type { BitcoindRpc } from './bitcoind-rpc.ts'
import { RpcError } from './bitcoind-rpc.ts'
import { chainError, type Watched } from './chain.ts'

const rpcWalletNotFound = -18
const rpcWalletAlreadyLoaded = -35

const descriptors = z.object({
  descriptors: z.array(z.object({ desc: z.string(), range: z.tuple([z.number(), z.number()]).optional() })),
})
const imports = z.array(
  z.object({ success: z.boolean(), error: z.object({ code: z.number(), message: z.string() }).optional() }),
)

/** Our wallet inside the node: descriptors without private keys. The node follows them by itself from then on. */
export class BitcoindWatcher {
  readonly #rpc: BitcoindRpc
  readonly #log: Logger
  #name: string | undefined

  constructor(rpc: BitcoindRpc, log: Logger) {
    this.#rpc = rpc
    this.#log = log
  }

  /** The name of the node's wallet. Throws ChainError before the first `watch`. */
  name(): string {
    if (this.#name === undefined) throw chainError(chainSentences.notFollowed, {})
    return this.#name
  }

  /** Makes or loads the node's wallet, and has it follow so many addresses of each branch. */
  async watch(watched: Watched, signal: AbortSignal): Promise<void> {
    const { account, count, bornAt } = watched
    const name = `hornets-${describeAccount(account).slice(-8)}`
    await this.#load(name)
    const known = await this.#rpc.call(descriptors, { method: 'listdescriptors' }, { wallet: name })
    const isNew = known.descriptors.length === 0
    if (isNew) this.#log.info({ wallet: name }, 'the node searches its chain for the wallet')
    const found = isNew || watched.isUnread ? await findGap(this.#rpc, watched, signal) : null
    if (isNew || found) await watched.onSearch(found ?? { gap: null, coins: [], count })
    const wanted = found?.count ?? count
    const missing = ([0, 1] as const).filter(branch => !follows(known.descriptors, account, branch, wanted[branch]))
    if (missing.length > 0) {
      const timestamp = isNew ? Math.floor(bornAt / 1000) : 'now'
      const requests = rangesOf(account, missing, wanted).map(range => ({ ...range, timestamp }))
      await this.#import(name, requests, signal, found !== null)
    }
    if (!isNew && watched.gap && (await firstBlockOf(this.#rpc)) === 0) await this.#searchAll(name, watched)
    this.#name = name
  }

  /** The node has got its older blocks back. */
  async #searchAll(wallet: string, { onSearch, count }: Watched): Promise<void> {
    this.#log.info({ wallet }, 'the node searches its older blocks for the wallet')
    await this.#rpc.call(z.unknown(), { method: 'rescanblockchain' }, { wallet, timeoutMs: null })
    await onSearch({ gap: null, coins: [], count })
  }

  async #load(name: string): Promise<void> {
    const loaded = await this.#rpc.call(z.array(z.string()), { method: 'listwallets' })
    if (loaded.includes(name)) return
    try {
      await this.#rpc.call(z.unknown(), { method: 'loadwallet', params: [name, true] }, { timeoutMs: null })
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      if (error.code === rpcWalletAlreadyLoaded) return
      if (error.code !== rpcWalletNotFound) throw chainError(chainSentences.nodeSays, { words: error.message }, error)
      // name, no private keys, blank, no passphrase, no avoid_reuse, descriptors, load on startup
      const params = [name, true, true, '', false, true, true]
      await this.#rpc.call(z.unknown(), { method: 'createwallet', params })
    }
  }

  async #import(wallet: string, requests: readonly object[], signal: AbortSignal, hasGap: boolean): Promise<void> {
    const call = { method: 'importdescriptors', params: [requests] }
    const results = await this.#rpc.call(imports, call, { wallet, timeoutMs: null, signal })
    // It has searched the blocks that are there, and says that others are not: that is known.
    if (hasGap) return
    const failure = results.find(({ success }) => !success)
    if (failure) throw chainError(chainSentences.nodeSearchFailed, { words: failure.error?.message ?? '' })
  }
}

function follows(
  known: z.infer<typeof descriptors>['descriptors'],
  account: AccountKey,
  branch: Branch,
  count: number,
): boolean {
  // The node writes `h` or `'` as it likes; the key and the branch say enough.
  const marker = `${account.xpub}/${branch}/*)`
  return known.some(({ desc, range }) => desc.includes(marker) && (range?.[1] ?? 0) >= count - 1)
}
