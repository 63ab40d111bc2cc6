import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getBalance } from '@hornets/contract/wallet/accounting'
import { newAddress } from '@hornets/contract/wallet/addresses'
import { changeOperators, listOperators } from '@hornets/contract/wallet/operators'
import { saveSecurity, usualSecurity } from '@hornets/contract/wallet/security'
import { setUp } from '@hornets/contract/wallet/set-up'
import { patientCall } from '../../../apps/wallet/test/fuzz/patient-call.ts'
import { UnrulyChain } from '../../../apps/wallet/test/fuzz/unruly-chain.ts'
import { WalletProcess } from '../../../apps/wallet/test/fuzz/wallet-process.ts'
import { freePort, type RegtestNode } from '../../../apps/wallet/test/support/bitcoind.ts'
import { ElectrsServer } from '../../../apps/wallet/test/support/electrs.ts'
import { Operator } from '../../../apps/wallet/test/support/operator.ts'
import { password } from '../../../apps/wallet/test/support/world.ts'
import { claimByCalls } from '../../../e2e/support/calls.ts'
import { newOperator, type RelayProcess, startRelayProcess } from '../../../e2e/support/world.ts'

export type Source = 'bitcoind' | 'electrs'

/** Above this, fees included, another owner must approve. */
export const approvedAbove = 150_000
const triesMax = 600
const fundTries = 100
const pauseMs = 100

export interface Answer {
  readonly status: number
  readonly body: never
}

export class PaymentsWorld {
  readonly chain: UnrulyChain
  readonly source: Source
  readonly relay: RelayProcess
  readonly wallet: WalletProcess
  readonly second = new Operator(() => this.wallet.url)
  readonly esplora: ElectrsServer | undefined
  words: readonly string[] = []
  #owner = newOperator()
  #token = ''
  readonly #folder: string

  private constructor(parts: {
    chain: UnrulyChain
    source: Source
    esplora: ElectrsServer | undefined
    relay: RelayProcess
    wallet: WalletProcess
    owner: ReturnType<typeof newOperator>
    folder: string
    token: string
  }) {
    this.chain = parts.chain
    this.source = parts.source
    this.esplora = parts.esplora
    this.relay = parts.relay
    this.wallet = parts.wallet
    this.#owner = parts.owner
    this.#folder = parts.folder
    this.#token = parts.token
  }

  static async open(source: Source): Promise<PaymentsWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'hornets-payments-'))
    const chain = await UnrulyChain.start(join(folder, 'node'))
    const esplora = source === 'electrs' ? await ElectrsServer.start(chain.node) : undefined
    const port = await freePort()
    const relay = await startRelayProcess({ env: { WALLET_URL: `http://127.0.0.1:${port}`, TRUST_PROXY: 'loopback' } })
    const owner = newOperator()
    const token = await claimByCalls(relay, owner)
    const env = {
      WALLET_OPERATOR_PUBKEY: '',
      WALLET_PORT: String(port),
      WALLET_API_KEY_FILE: join(relay.dataDir, 'wallet-api-key'),
      RELAY_URL: relay.adminUrl,
      ...sourceEnv(esplora),
    }
    const wallet = await WalletProcess.start(chain.node, { env, operatorSecret: owner.secretKey })
    const world = new PaymentsWorld({ chain, source, esplora, relay, wallet, owner, folder, token })
    await world.#setUp().catch(error => world.close().then(() => Promise.reject(error)))
    return world
  }

  get node(): RegtestNode {
    return this.chain.node
  }

  /** An empty machine with the same chain source. */
  anotherWallet(): Promise<WalletProcess> {
    return WalletProcess.start(this.node, { env: sourceEnv(this.esplora) })
  }

  async ask(path: string, body?: object): Promise<Answer> {
    return until(async () => {
      const answer = await this.#post(path, body)
      if (answer.status >= 500) return undefined
      if ((answer.body as { code?: string }).code !== 'password_needed') return answer
      await this.#post('/api/account/confirm-password', { password: this.#owner.password })
      return this.#post(path, body)
    })
  }

  call<Reply extends { status: number; body: { code?: string } }>(call: () => Promise<Reply>) {
    return patientCall(this.wallet.operator, call)
  }

  async fund(coins: number): Promise<void> {
    const { address } = await until(async () => {
      const reply = await this.call(() => this.wallet.operator.call(newAddress, { body: {} }))
      return reply && reply.status < 400 ? reply.body : undefined
    })
    for (let count = 0; count < coins; count += 1) await this.node.pay(address, 600_000 + count)
    await this.node.mine(1)
    const isSeen = async () => {
      const reply = await this.call(() => this.wallet.operator.call(getBalance))
      return reply && reply.body.confirmed > 1_000_000 ? true : undefined
    }
    // A coin that is missing makes a payment fail, which counts as refused.
    await until(isSeen, fundTries).catch(() => undefined)
  }

  /** In one step for those who watch: an Esplora server that sees the shorter chain waits for blocks that never come. */
  async hidden(work: () => Promise<void>): Promise<void> {
    this.esplora?.pause()
    try {
      await work()
    } finally {
      this.esplora?.resume()
    }
  }

  async close(): Promise<void> {
    await this.wallet.end()
    await this.relay.stop()
    await this.esplora?.stop()
    await this.node.stop()
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }

  async #setUp(): Promise<void> {
    const { operator } = this.wallet
    // The relay announces its owners a moment after the wallet's start.
    await until(async () => {
      await operator.signIn()
      return (await operator.call(listOperators)).status === 200 ? true : undefined
    })
    const { body } = await operator.call(setUp, { body: { mode: 'create', password, account_type: 'bip84' } })
    this.words = body.words ?? []
    await operator.call(changeOperators, { body: { action: 'add', pubkey: this.second.pubkey, password } })
    const settings = {
      ...usualSecurity,
      payment_limit_sats: approvedAbove,
      day_limit_sats: null,
      second_approval: true,
    }
    const saved = await operator.call(saveSecurity, { body: { settings, password } })
    if (saved.status !== 200) throw new Error(`the settings were refused: ${JSON.stringify(saved.body)}`)
    await this.chain.openTwin(this.words)
    const relay_settings = { subscription_tiers: [{ datalimit: '1 GB per month', price: '40000' }] }
    await this.ask('/api/relay-settings', { relay_settings })
  }

  async #post(path: string, body: object | undefined): Promise<Answer> {
    const answer = await fetch(this.relay.adminUrl + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${this.#token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as never }
  }
}

const sourceEnv = (esplora: ElectrsServer | undefined): Record<string, string> =>
  esplora ? { ESPLORA_URL: esplora.url, BITCOIND_URL: '', BITCOIND_COOKIE: '' } : {}

/** Repeats what has no result or fails, since programs are killed. */
export async function until<Result>(work: () => Promise<Result | undefined>, tries = triesMax): Promise<Result> {
  let cause: unknown
  for (let left = tries; left > 0; left -= 1) {
    try {
      const result = await work()
      if (result !== undefined) return result
    } catch (error) {
      cause = error
    }
    await sleep(pauseMs)
  }
  throw new Error('it never came to pass', { cause })
}
