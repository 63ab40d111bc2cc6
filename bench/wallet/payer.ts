import { networkTraits } from '../../apps/wallet/src/bitcoin/network.ts'
import type { Coin } from '../../apps/wallet/src/coins/coin.ts'
import { transactionVsize } from '../../apps/wallet/src/coins/tx-size.ts'
import { deriveAccount, publicAccount } from '../../apps/wallet/src/keys/account/account.ts'
import { AddressDeriver } from '../../apps/wallet/src/keys/account/address-deriver.ts'
import { signPlan } from '../../apps/wallet/src/keys/signing/sign.ts'
import type { RegtestNode } from '../../apps/wallet/test/support/bitcoind.ts'

const regtest = networkTraits('regtest')
const seed = Buffer.alloc(64, 5)
const feeSats = 500
const outputsAtOnce = 2000

export class Payer {
  readonly #node: RegtestNode
  readonly #account = deriveAccount(seed, 'bip84', regtest)
  readonly #own = new AddressDeriver(publicAccount(seed, 'bip84', regtest), regtest).derive(0, 0)
  #coins: Coin[] = []

  constructor(node: RegtestNode) {
    this.#node = node
  }

  async fill(count: number, sats: number): Promise<void> {
    while (this.#coins.length < count) {
      const outputs = Array.from({ length: Math.min(outputsAtOnce, count - this.#coins.length) }, () => sats + feeSats)
      const txid = await this.#fanOut(outputs)
      this.#coins.push(...outputs.map((valueSats, vout) => ({ ...this.#coin(txid, vout), valueSats })))
      await this.#node.mine(1)
    }
  }

  async pay(script: string, sats: number): Promise<void> {
    const coin = this.#coins.pop()
    if (!coin) throw new Error('expected a coin to pay with')
    const vsize = transactionVsize({ inputs: 1, kind: 'p2wpkh', outputScripts: [script] })
    const outputs = [{ script, valueSats: sats, change: false }]
    const plan = { inputs: [coin], outputs, feeSats, vsize, lockTime: 0, signalsReplacement: false }
    await this.#node.rpc('sendrawtransaction', [signPlan(plan, this.#account, 'p2wpkh')])
  }

  #coin(txid: string, vout: number): Omit<Coin, 'valueSats'> {
    return { txid, vout, script: this.#own.script, branch: 0, index: 0, confirmed: true }
  }

  async #fanOut(outputs: number[]): Promise<string> {
    const amount = outputs.reduce((sum, value) => sum + value, 0)
    const one = await this.#node.rpc<string>('createrawtransaction', [[], [{ [this.#own.address]: amount / 1e8 }]])
    const amounts = outputs.map(value => {
      const bytes = Buffer.alloc(8)
      bytes.writeBigUInt64LE(BigInt(value))
      return `${bytes.toString('hex')}${(this.#own.script.length / 2).toString(16).padStart(2, '0')}${this.#own.script}`
    })
    const count = Buffer.alloc(2)
    count.writeUInt16LE(outputs.length)
    // version, no inputs, then the outputs instead of the one, then the lock time
    const raw = `${one.slice(0, 10)}fd${count.toString('hex')}${amounts.join('')}${one.slice(-8)}`
    const funded = await this.#node.miner<{ hex: string }>('fundrawtransaction', [
      raw,
      { changePosition: outputs.length },
    ])
    const signed = await this.#node.miner<{ hex: string }>('signrawtransactionwithwallet', [funded.hex])
    return this.#node.rpc('sendrawtransaction', [signed.hex])
  }
}
