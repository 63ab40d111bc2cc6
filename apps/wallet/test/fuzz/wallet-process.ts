import { type ChildProcess, fork } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RegtestNode } from '../support/bitcoind.ts'
import { Operator } from '../support/operator.ts'
import { password } from '../support/world.ts'

interface WalletProcessOptions {
  /** Replaces or adds to the environment; empty values unset. */
  readonly env?: Readonly<Record<string, string>>
  readonly operatorSecret?: Uint8Array
}

export class WalletProcess {
  readonly operator: Operator
  readonly #folder: string
  readonly #node: RegtestNode
  readonly #env: Readonly<Record<string, string>>
  #url = ''
  #child: ChildProcess | undefined
  #offsetMs = 0

  private constructor(folder: string, node: RegtestNode, { env = {}, operatorSecret }: WalletProcessOptions) {
    this.#folder = folder
    this.#node = node
    this.#env = env
    this.operator = new Operator(() => this.#url, operatorSecret)
  }

  static async start(node: RegtestNode, options: WalletProcessOptions = {}): Promise<WalletProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'hornets-fuzz-'))
    await writeFile(join(folder, 'password'), password)
    const wallet = new WalletProcess(folder, node, options)
    await wallet.revive()
    return wallet
  }

  get url(): string {
    return this.#url
  }

  get offsetMs(): number {
    return this.#offsetMs
  }

  /** Starts it, and signs in an operator that is named in its environment. */
  async revive(): Promise<void> {
    const child = fork(join(import.meta.dirname, 'fuzz-main.ts'), {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: this.#folder,
        WALLET_PORT: '0',
        WALLET_NETWORK: 'regtest',
        WALLET_OPERATOR_PUBKEY: this.operator.pubkey,
        WALLET_PASSWORD_FILE: join(this.#folder, 'password'),
        BITCOIND_URL: this.#node.url,
        BITCOIND_COOKIE: this.#node.cookieFile,
        LOG_LEVEL: 'silent',
        CLOCK_OFFSET_MS: String(this.#offsetMs),
        ...this.#env,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child = child
    this.#url = await new Promise<string>((ready, fail) => {
      child.once('message', url => ready(String(url)))
      child.once('exit', code => fail(new Error(`the wallet ended with ${code} before it was ready`)))
    })
    // Whom the relay announces is known a moment later, and signs in with the first call.
    if (this.#env.WALLET_OPERATOR_PUBKEY === undefined) await this.operator.signIn()
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise(done => child.once('exit', done))
    child.kill('SIGKILL')
    await ended
  }

  setClock(offsetMs: number): void {
    this.#offsetMs = offsetMs
    this.#child?.send(offsetMs)
  }

  /** Copies the folder as it is after a kill. */
  backUp(to: string): Promise<void> {
    return cp(this.#folder, to, { recursive: true })
  }

  async putBack(from: string): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
    await cp(from, this.#folder, { recursive: true })
  }

  async end(): Promise<void> {
    await this.kill()
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
