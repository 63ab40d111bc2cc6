import { setTimeout as sleep } from 'node:timers/promises'
import { RegtestNode } from '../support/bitcoind.ts'
import { CoreWallet } from '../witness/core-wallet.ts'

interface Input {
  readonly txid: string
  readonly vout: number
}

interface Spent extends Input {
  readonly prevout: { readonly value: number }
}

/** A node that dies and freezes, on a chain that is reorganised, with a twin of the wallet that spends its coins elsewhere. */
export class UnrulyChain {
  node: RegtestNode
  #twin: CoreWallet | undefined
  readonly #folder: string

  private constructor(node: RegtestNode, folder: string) {
    this.node = node
    this.#folder = folder
  }

  static async start(folder: string): Promise<UnrulyChain> {
    return new UnrulyChain(await RegtestNode.start({ folder }), folder)
  }

  /** Core's own wallet from the same words. */
  async openTwin(words: readonly string[]): Promise<CoreWallet> {
    this.#twin = await CoreWallet.open(this.node, 'twin', { words, type: 'bip84' })
    return this.#twin
  }

  async freeze(ms: number): Promise<void> {
    this.node.freeze()
    await sleep(ms)
    this.node.thaw()
  }

  /** Dies, is gone for a while, and starts again at the same place. */
  async die(ms: number): Promise<void> {
    const port = Number(new URL(this.node.url).port)
    // It writes its chain to the disk: so young a node would forget all of it, the deposits among it.
    await this.node.rpc('gettxoutsetinfo')
    await this.node.kill()
    await sleep(ms)
    this.node = await RegtestNode.start({ folder: this.#folder, port })
    await this.node.rpc('loadwallet', ['twin'])
    this.#twin = this.#twin?.at(this.node)
  }

  /** Takes so many blocks away and mines one more than that; with a payment of somebody else's choice in the first. */
  async reorganise(depth: number, rival: string | undefined): Promise<void> {
    const height = await this.node.rpc<number>('getblockcount')
    await this.node.rpc('invalidateblock', [await this.node.rpc<string>('getblockhash', [height - depth + 1])])
    if (rival !== undefined) await this.#mineWith(rival)
    await this.node.mine(rival === undefined ? depth + 1 : depth)
  }

  async doubleSpend(rival: string): Promise<void> {
    await this.#mineWith(rival)
    await this.node.mine(1)
  }

  /** Spends a confirmed coin that a transaction of the mempool spends, by the twin; undefined where it has none. */
  async rivalOf(txid: string): Promise<string | undefined> {
    const twin = this.#twin
    if (!twin) return undefined
    try {
      const { vin } = await this.node.rpc<{ vin: Spent[] }>('getrawtransaction', [txid, 2])
      for (const { txid: parent, vout } of vin) {
        const coin = await this.node.rpc<{ value: number } | null>('gettxout', [parent, vout, false])
        if (!coin) continue
        const address = await twin.rpc<string>('getrawchangeaddress', ['bech32'])
        const left = (coin.value - 0.00005).toFixed(8)
        const raw = await this.node.rpc<string>('createrawtransaction', [
          [{ txid: parent, vout }],
          [{ [address]: left }],
        ])
        return (await twin.rpc<{ hex: string }>('signrawtransactionwithwallet', [raw])).hex
      }
    } catch {
      // Mined meanwhile, or too small.
    }
    return undefined
  }

  async #mineWith(raw: string): Promise<void> {
    try {
      await this.node.rpc('generateblock', [await this.node.newAddress(), [raw]])
    } catch {
      // After a reorganisation its coin may not be there: an empty block instead.
      await this.node.rpc('generateblock', [await this.node.newAddress(), []])
    }
    await this.node.rpc('syncwithvalidationinterfacequeue')
  }
}
