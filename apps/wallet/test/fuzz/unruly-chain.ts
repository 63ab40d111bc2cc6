import { setTimeout as sleep } from 'node:timers/promises'
import { RpcError } from '../../src/chain/bitcoind/bitcoind-rpc.ts'
import { CoreWallet } from '../reference/core-wallet.ts'
import { RegtestNode } from '../support/bitcoind.ts'

/** A node that stops on its own closes its listener first. */
const endingMs = 10_000

interface Input {
  readonly txid: string
  readonly vout: number
}

interface Spent extends Input {
  readonly prevout: { readonly value: number }
}

/** A node that dies and freezes, on a chain that is reorganised, with a twin of the wallet that spends its coins. */
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

  async openTwin(words: readonly string[]): Promise<CoreWallet> {
    this.#twin = await CoreWallet.open(this.node, 'twin', { words, type: 'bip84' })
    return this.#twin
  }

  async freeze(ms: number): Promise<void> {
    this.node.freeze()
    await sleep(ms)
    this.node.thaw()
  }

  async die(ms: number): Promise<void> {
    // Writes its chain to the disk; such a young node would otherwise forget all of it, including the deposits.
    await this.node.rpc('gettxoutsetinfo')
    await this.node.kill()
    await sleep(ms)
    await this.#revive()
  }

  /** Where a node ends by itself, it starts again as after a kill, and says what it wrote last. */
  async survive(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (error instanceof RpcError || !(await this.node.endsWithin(endingMs))) throw error
      process.stderr.write(`The node ended by itself. Its log:\n${await this.node.lastWords()}\n`)
      await this.#revive()
    }
  }

  async #revive(): Promise<void> {
    const port = Number(new URL(this.node.url).port)
    this.node = await RegtestNode.start({ folder: this.#folder, port })
    await this.node.rpc('loadwallet', ['twin'])
    this.#twin = this.#twin?.at(this.node)
  }

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

  /** The twin spends a confirmed coin that a transaction in the mempool spends; undefined where it has none. */
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
    } catch {}
    return undefined
  }

  async #mineWith(raw: string): Promise<void> {
    try {
      await this.node.rpc('generateblock', [await this.node.newAddress(), [raw]])
    } catch {
      // After a reorganisation its coin may be missing: mine an empty block instead.
      await this.node.rpc('generateblock', [await this.node.newAddress(), []])
    }
    await this.node.rpc('syncwithvalidationinterfacequeue')
  }
}
