import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RegtestNode } from '../support/bitcoind.ts'
import { Operator } from '../support/operator.ts'
import { password } from '../support/world.ts'

/** The wallet in a separate process, which can be killed and restarted on the same folder. */
export class WalletProcess {
  readonly operator = new Operator(() => this.#url)
  readonly #folder: string
  readonly #node: RegtestNode
  #url = ''
  #child: ChildProcess | undefined
  #offsetMs = 0

  private constructor(folder: string, node: RegtestNode) {
    this.#folder = folder
    this.#node = node
  }

  static async start(node: RegtestNode): Promise<WalletProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'hornets-fuzz-'))
    await writeFile(join(folder, 'password'), password)
    const wallet = new WalletProcess(folder, node)
    await wallet.revive()
    return wallet
  }

  /** Starts it and signs its operator in. */
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
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child = child
    this.#url = await new Promise<string>((ready, fail) => {
      child.once('message', url => ready(String(url)))
      child.once('exit', code => fail(new Error(`the wallet ended with ${code} before it was ready`)))
    })
    await this.operator.signIn()
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

  async end(): Promise<void> {
    await this.kill()
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
