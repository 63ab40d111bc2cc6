import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getBalance, listTransactions } from '@hornets/contract/wallet/accounting'
import { newAddress } from '@hornets/contract/wallet/addresses'
import { setUp } from '@hornets/contract/wallet/set-up'
import type { SpendOrder } from '@hornets/contract/wallet/spending'
import { makeTransaction } from '@hornets/contract/wallet/spending'
import { createLogger } from '@hornets/server/process/logger'
import { type App, openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { type Context, type ContextOptions, openContext } from '../../src/context.ts'
import type { RegtestNode } from './bitcoind.ts'
import { ElectrsServer } from './electrs.ts'
import { EsploraServer } from './esplora-server.ts'
import { Operator } from './operator.ts'

export const password = 'correct horse battery staple'
const sealCost = { memoryKib: 64, passes: 1, lanes: 1 }

export type Source = 'bitcoind' | 'esplora' | 'electrs' | 'none'

/** Every chain source; the real Esplora server only where ELECTRS names one. */
export const sources: readonly Exclude<Source, 'none'>[] = [
  ...(['bitcoind', 'esplora'] as const),
  ...(ElectrsServer.program() ? (['electrs'] as const) : []),
]

interface WorldOptions extends ContextOptions {
  readonly source?: Source
  readonly env?: Record<string, string>
  /** Does the operator start signed in? Default: true. */
  readonly signIn?: boolean
  readonly dataDir?: string
}

export class World {
  context!: Context
  #app!: App
  #dataDir = ''
  #esplora: EsploraServer | ElectrsServer | undefined
  readonly #node: RegtestNode | undefined
  readonly #options: WorldOptions
  readonly operator = new Operator(() => this.#app.url)

  private constructor(node: RegtestNode | undefined, options: WorldOptions) {
    this.#node = node
    this.#options = options
  }

  static async open(node: RegtestNode | undefined, options: WorldOptions = {}): Promise<World> {
    const world = new World(node, options)
    world.#dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'hornets-wallet-')))
    if (node && options.source === 'esplora') world.#esplora = await EsploraServer.start(node)
    if (node && options.source === 'electrs') world.#esplora = await ElectrsServer.start(node)
    await world.#start()
    return world
  }

  /** As after a crash or an update: the same folder, fresh memory. */
  async restart(): Promise<void> {
    await this.#app.close()
    await this.context.close()
    await this.#start()
  }

  get url(): string {
    return this.#app.url
  }

  get dataDir(): string {
    return this.#dataDir
  }

  async settle(): Promise<void> {
    await this.#esplora?.inStep()
    await this.context.sync.settled()
    const { synced, message } = this.context.sync.state()
    if (!synced && this.#node) throw new Error(`the wallet is not synced: ${message}`)
  }

  /** In one step: an Esplora server that sees the node get shorter waits for blocks that never come. */
  async reorganise<Result>(work: () => Promise<Result>): Promise<Result> {
    const server = this.#esplora instanceof ElectrsServer ? this.#esplora : undefined
    server?.pause()
    try {
      return await work()
    } finally {
      server?.resume()
    }
  }

  async create(accountType: 'bip84' | 'bip86' = 'bip84'): Promise<string[]> {
    const { body } = await this.operator.call(setUp, { body: { mode: 'create', password, account_type: accountType } })
    await this.settle()
    return body.words ?? []
  }

  async newAddress(): Promise<string> {
    const { body } = await this.operator.call(newAddress, { body: {} })
    await this.settle()
    return body.address
  }

  async balance() {
    return (await this.operator.call(getBalance)).body
  }

  async history() {
    return (await this.operator.call(listTransactions)).body.transactions
  }

  async transact(request: Partial<SpendOrder> & Pick<SpendOrder, 'choice'>, key?: string) {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    return (await this.operator.call(makeTransaction, { body: request as SpendOrder, headers })).body
  }

  async pay(recipient: string, sats: number, rate = 5, more: object = {}) {
    const request = {
      choice: 1,
      recipient_address: recipient,
      spend_amount: sats,
      priority_rate: rate,
      ...more,
    } as const
    return this.transact({ enable_rbf: true, ...request } as SpendOrder)
  }

  async close(): Promise<void> {
    await this.#app.close()
    await this.context.close()
    await this.#esplora?.stop()
    if (this.#options.dataDir === undefined) await rm(this.#dataDir, { recursive: true, force: true })
  }

  async #start(): Promise<void> {
    const { source = 'bitcoind', env, signIn = true, ...options } = this.#options
    const config = readConfig({
      DATA_DIR: this.#dataDir,
      WALLET_PORT: '0',
      WALLET_NETWORK: 'regtest',
      WALLET_OPERATOR_PUBKEY: this.operator.pubkey,
      ...(this.#node &&
        source === 'bitcoind' && { BITCOIND_URL: this.#node.url, BITCOIND_COOKIE: this.#node.cookieFile }),
      ...(this.#esplora && { ESPLORA_URL: this.#esplora.url }),
      ...env,
    })
    const lookahead = source === 'bitcoind' ? 30 : undefined
    this.context = await openContext(config, {
      sealCost,
      pollMs: 3_600_000,
      subscribersWindow: 64,
      logger: createLogger({ name: 'wallet', level: 'silent' }),
      ...(lookahead !== undefined && { lookahead }),
      ...options,
    })
    this.#app = await openApp(this.context)
    this.context.sync.start()
    if (signIn) await this.operator.signIn()
    await this.settle()
  }
}
