import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, type RegtestNode } from './bitcoind.ts'

const withinMs = 30_000
const pollMs = 50

/** electrs with its REST API; the variable ELECTRS names its program. */
export class ElectrsServer {
  readonly url: string
  readonly #node: RegtestNode
  readonly #process: ChildProcess
  readonly #folder: string

  private constructor(node: RegtestNode, process: ChildProcess, folder: string, port: number) {
    this.#node = node
    this.#process = process
    this.#folder = folder
    this.url = `http://127.0.0.1:${port}`
  }

  static program(): string | undefined {
    return process.env.ELECTRS || undefined
  }

  /** Resolves once it has read the chain. Throws if ELECTRS names no working program. */
  static async start(node: RegtestNode): Promise<ElectrsServer> {
    const program = ElectrsServer.program()
    if (!program) throw new Error('ELECTRS names no Esplora server')
    const folder = await mkdtemp(join(tmpdir(), 'hornets-electrs-'))
    const [rest, electrum, monitoring] = [await freePort(), await freePort(), await freePort()]
    const child = spawn(
      program,
      [
        '--network',
        'regtest',
        '--jsonrpc-import',
        '--main-loop-delay',
        '100',
        '--db-dir',
        folder,
        '--daemon-dir',
        dirname(dirname(node.cookieFile)),
        '--daemon-rpc-addr',
        new URL(node.url).host,
        '--cookie',
        (await readFile(node.cookieFile, 'utf8')).trim(),
        '--http-addr',
        `127.0.0.1:${rest}`,
        '--electrum-rpc-addr',
        `127.0.0.1:${electrum}`,
        '--monitoring-addr',
        `127.0.0.1:${monitoring}`,
      ],
      { stdio: 'ignore' },
    )
    child.on('error', () => undefined)
    const server = new ElectrsServer(node, child, folder, rest)
    try {
      await server.inStep()
    } catch (cause) {
      await server.stop()
      throw new Error(`${program} did not start: set ELECTRS to a server that does`, { cause })
    }
    return server
  }

  /** Resolves once it has the node's newest block and mempool. */
  async inStep(): Promise<void> {
    const until = Date.now() + withinMs
    for (;;)
      try {
        if ((await this.#state()) === (await this.#nodeState())) return
        throw new Error('the Esplora server does not follow its node')
      } catch (error) {
        if (Date.now() > until || this.#process.exitCode !== null || this.#process.pid === undefined) throw error
        await sleep(pollMs)
      }
  }

  /** It sees nothing of what happens meanwhile. */
  pause(): void {
    this.#process.kill('SIGSTOP')
  }

  resume(): void {
    this.#process.kill('SIGCONT')
  }

  async stop(): Promise<void> {
    const ended = new Promise(done => this.#process.once('exit', done))
    if (this.#process.exitCode === null && this.#process.kill('SIGTERM')) await Promise.race([ended, sleep(5000)])
    if (this.#process.exitCode === null) this.#process.kill('SIGKILL')
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }

  async #state(): Promise<string> {
    const [tip, mempool] = await Promise.all([
      fetch(`${this.url}/blocks/tip/hash`).then(answer => answer.text()),
      fetch(`${this.url}/mempool/txids`).then(answer => answer.json() as Promise<string[]>),
    ])
    return [tip, ...mempool.sort()].join()
  }

  async #nodeState(): Promise<string> {
    const [tip, mempool] = [
      await this.#node.rpc<string>('getbestblockhash'),
      await this.#node.rpc<string[]>('getrawmempool'),
    ]
    return [tip, ...mempool.sort()].join()
  }
}
