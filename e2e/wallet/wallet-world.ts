import { join } from 'node:path'
import { freePort, RegtestNode } from '../../apps/wallet/test/support/bitcoind.ts'
import { type Running, startProgram } from '../support/process.ts'
import { type RelayProcess, startRelay } from '../support/world.ts'

export class WalletWorld {
  readonly node: RegtestNode
  readonly relay: RelayProcess
  readonly #walletPort: number
  readonly #walletEnv: Record<string, string>
  #wallet: Running<unknown> | undefined

  private constructor(node: RegtestNode, relay: RelayProcess, walletPort: number, walletEnv: Record<string, string>) {
    this.node = node
    this.relay = relay
    this.#walletPort = walletPort
    this.#walletEnv = walletEnv
  }

  static async open({ relay: relayEnv = {}, wallet: walletEnv = {} } = {}): Promise<WalletWorld> {
    const walletPort = await freePort()
    const env = { WALLET_URL: '', WALLET_PORT: String(walletPort), ...relayEnv }
    const [node, relay] = await Promise.allSettled([RegtestNode.start(), startRelay({ env })])
    if (node.status === 'rejected' || relay.status === 'rejected') {
      await Promise.all([node, relay].map(part => part.status === 'fulfilled' && part.value.stop()))
      throw node.status === 'rejected' ? node.reason : (relay as PromiseRejectedResult).reason
    }
    const world = new WalletWorld(node.value, relay.value, walletPort, walletEnv)
    await world.startWallet().catch(error => world.close().then(() => Promise.reject(error)))
    return world
  }

  get walletUrl(): string {
    return `http://127.0.0.1:${this.#walletPort}`
  }

  async startWallet(): Promise<void> {
    const env = {
      DATA_DIR: join(this.relay.dataDir, 'wallet'),
      WALLET_PORT: String(this.#walletPort),
      WALLET_API_KEY_FILE: join(this.relay.dataDir, 'wallet-api-key'),
      WALLET_NETWORK: 'regtest',
      BITCOIND_URL: this.node.url,
      BITCOIND_COOKIE: this.node.cookieFile,
      RELAY_URL: this.relay.adminUrl,
      TRUST_PROXY: 'loopback',
      ...this.#walletEnv,
    }
    this.#wallet = await startProgram('wallet', env, 'test/support/cheap-main.ts')
  }

  async stopWallet(signal?: NodeJS.Signals): Promise<void> {
    await this.#wallet?.end(signal)
    this.#wallet = undefined
  }

  async close(): Promise<void> {
    await this.stopWallet()
    await this.relay.stop()
    await this.node.stop()
  }
}
