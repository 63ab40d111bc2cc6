import { join } from 'node:path'
import { freePort, RegtestNode } from '../../apps/wallet/test/support/bitcoind.ts'
import { startProgram } from '../support/process.ts'
import { type RunningWallet, startWallet } from '../support/wallet.ts'
import { type OpenRelay, type RelayProcess, startRelay, startRelayProcess } from '../support/world.ts'

type Environment = Record<string, string>

interface Options {
  readonly relay?: Environment
  readonly wallet?: Environment
}

/** Relay and wallet on a regtest node. */
export class WalletWorld<Relay extends OpenRelay = OpenRelay> {
  readonly node: RegtestNode
  readonly relay: Relay
  readonly #walletPort: number
  readonly #walletEnv: Environment
  readonly #launch: (env: Environment) => Promise<Pick<RunningWallet, 'end'>>
  #wallet: Pick<RunningWallet, 'end'> | undefined

  private constructor(
    node: RegtestNode,
    relay: Relay,
    walletPort: number,
    walletEnv: Environment,
    launch: (env: Environment) => Promise<Pick<RunningWallet, 'end'>>,
  ) {
    this.node = node
    this.relay = relay
    this.#walletPort = walletPort
    this.#walletEnv = walletEnv
    this.#launch = launch
  }

  /** In the test's process, which takes a quarter of the processor time. */
  static open(options: Options = {}): Promise<WalletWorld> {
    return WalletWorld.#open(options, startRelay, startWallet)
  }

  /** Each in a process of its own, which can be killed. */
  static openProcesses(options: Options = {}): Promise<WalletWorld<RelayProcess>> {
    return WalletWorld.#open(options, env => startRelayProcess({ env }), launchProcess)
  }

  static async #open<Relay extends OpenRelay>(
    { relay: relayEnv = {}, wallet: walletEnv = {} }: Options,
    openRelay: (env: Environment) => Promise<Relay>,
    launch: (env: Environment) => Promise<Pick<RunningWallet, 'end'>>,
  ): Promise<WalletWorld<Relay>> {
    const walletPort = await freePort()
    const env = { WALLET_URL: '', WALLET_PORT: String(walletPort), ...relayEnv }
    const [node, relay] = await Promise.allSettled([RegtestNode.start(), openRelay(env)])
    if (node.status === 'rejected' || relay.status === 'rejected') {
      await Promise.all([node, relay].map(part => part.status === 'fulfilled' && part.value.stop()))
      throw node.status === 'rejected' ? node.reason : (relay as PromiseRejectedResult).reason
    }
    const world = new WalletWorld(node.value, relay.value, walletPort, walletEnv, launch)
    await world.startWallet().catch(error => world.close().then(() => Promise.reject(error)))
    return world
  }

  get walletUrl(): string {
    return `http://127.0.0.1:${this.#walletPort}`
  }

  async startWallet(): Promise<void> {
    this.#wallet = await this.#launch({
      DATA_DIR: join(this.relay.dataDir, 'wallet'),
      WALLET_PORT: String(this.#walletPort),
      WALLET_API_KEY_FILE: join(this.relay.dataDir, 'wallet-api-key'),
      WALLET_NETWORK: 'regtest',
      BITCOIND_URL: this.node.url,
      BITCOIND_COOKIE: this.node.cookieFile,
      RELAY_URL: this.relay.adminUrl,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'error',
      ...this.#walletEnv,
    })
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

const launchProcess = (env: Environment): Promise<Pick<RunningWallet, 'end'>> =>
  startProgram('wallet', env, 'test/support/cheap-main.ts')
