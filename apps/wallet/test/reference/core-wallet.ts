import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import type { RegtestNode } from '../support/bitcoind.ts'

export interface CoreCoin {
  readonly txid: string
  readonly vout: number
  readonly address: string
  readonly amount: number
  readonly confirmations: number
}

interface Keys {
  readonly words: readonly string[]
  readonly passphrase?: string
  readonly type: 'bip84' | 'bip86'
  readonly account?: number
}

const versions = { private: 0x04358394, public: 0x043587cf }
const range = 999

/** An independent opinion on everything that ours says: libraries and Core only, no wallet code. */
export class CoreWallet {
  readonly name: string
  readonly #node: RegtestNode
  readonly #receiving: string

  private constructor(node: RegtestNode, name: string, receiving: string) {
    this.#node = node
    this.name = name
    this.#receiving = receiving
  }

  static async open(
    node: RegtestNode,
    name: string,
    { words, passphrase = '', type, account = 0 }: Keys,
  ): Promise<CoreWallet> {
    const root = HDKey.fromMasterSeed(mnemonicToSeedSync(words.join(' '), passphrase), versions).privateExtendedKey
    const describe = async (branch: 0 | 1) => {
      const path = `${root}/${type.slice(3)}h/1h/${account}h/${branch}/*`
      const bare = type === 'bip84' ? `wpkh(${path})` : `tr(${path})`
      const { checksum } = await node.rpc<{ checksum: string }>('getdescriptorinfo', [bare])
      return `${bare}#${checksum}`
    }
    const [receiving, change] = [await describe(0), await describe(1)]
    await node.rpc('createwallet', [name, false, true])
    const entries = [receiving, change].map((desc, branch) => {
      return { desc, active: true, internal: branch === 1, timestamp: 0, range: [0, range] }
    })
    const results = await node.rpc<{ success: boolean }[]>('importdescriptors', [entries], name)
    if (!results.every(({ success }) => success)) throw new Error('the node refused the descriptors')
    return new CoreWallet(node, name, receiving)
  }

  at(node: RegtestNode): CoreWallet {
    return new CoreWallet(node, this.name, this.#receiving)
  }

  rpc<Result>(method: string, params: unknown[] = []): Promise<Result> {
    return this.#node.rpc<Result>(method, params, this.name)
  }

  addresses(count: number): Promise<string[]> {
    return this.#node.rpc<string[]>('deriveaddresses', [this.#receiving, [0, count - 1]])
  }

  coins(): Promise<CoreCoin[]> {
    return this.rpc<CoreCoin[]>('listunspent', [0, 9_999_999, [], true])
  }

  async balance(): Promise<{ confirmed: number; pending: number }> {
    const { mine } = await this.rpc<{ mine: { trusted: number; untrusted_pending: number } }>('getbalances')
    return { confirmed: satsOf(mine.trusted), pending: satsOf(mine.untrusted_pending) }
  }

  async sign(psbt: string): Promise<string> {
    return (await this.rpc<{ psbt: string }>('walletprocesspsbt', [psbt])).psbt
  }
}

export async function addressesOf(
  node: RegtestNode,
  words: readonly string[],
  { accounts, count }: { readonly accounts: readonly number[]; readonly count: number },
): Promise<ReadonlySet<string>> {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(words.join(' ')), versions)
  const found = new Set<string>()
  for (const branch of accounts.flatMap(account => [`${account}'/0`, `${account}'/1`])) {
    const { publicExtendedKey } = root.derive(`m/84'/1'/${branch}`)
    const bare = `wpkh(${publicExtendedKey}/*)`
    const { descriptor } = await node.rpc<{ descriptor: string }>('getdescriptorinfo', [bare])
    for (const address of await node.rpc<string[]>('deriveaddresses', [descriptor, [0, count - 1]])) found.add(address)
  }
  return found
}

export function satsOf(bitcoin: number): number {
  return Math.round(bitcoin * 1e8)
}

/** The same numbers for the same seed, from 0 up to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
