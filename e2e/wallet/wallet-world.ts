import { join } from 'node:path'
import { freePort, RegtestNode } from '../../apps/wallet/test/support/bitcoind.ts'
import { type Running, startProgram } from '../support/process.ts'
import { type RelayProcess, startRelay } from '../support/world.ts'

/** A real node on regtest, a relay, and the wallet service: three processes on free ports. */
export class WalletWorld {
  readonly node: RegtestNode
  readonly relay: RelayProcess
  readonly #walletPort: number
  #wallet: Running<unknown> | undefined

  private constructor(node: RegtestNode, relay: RelayProcess, walletPort: number) {
    this.node = node
    this.relay = relay
    this.#walletPort = walletPort
  }

  static async open(): Promise<WalletWorld> {
    const walletPort = await freePort()
    const env = { WALLET_URL: '', WALLET_PORT: String(walletPort) }
    const node = await RegtestNode.start()
    const relay = await startRelay({ env }).catch(error => node.stop().then(() => Promise.reject(error)))
    const world = new WalletWorld(node, relay, walletPort)
    await world.startWallet().catch(error => world.close().then(() => Promise.reject(error)))
    return world
  }

  async startWallet(): Promise<void> {
    this.#wallet = await startProgram('wallet', {
      DATA_DIR: join(this.relay.dataDir, 'wallet'),
      WALLET_PORT: String(this.#walletPort),
      WALLET_API_KEY_FILE: join(this.relay.dataDir, 'wallet-api-key'),
      WALLET_NETWORK: 'regtest',
      BITCOIND_URL: this.node.url,
      BITCOIND_COOKIE: this.node.cookieFile,
      RELAY_URL: this.relay.adminUrl,
      TRUST_PROXY: 'loopback',
    })
  }

  async stopWallet(): Promise<void> {
    await this.#wallet?.end()
    this.#wallet = undefined
  }

  async close(): Promise<void> {
    await this.stopWallet()
    await this.relay.stop()
    await this.node.stop()
  }
}
