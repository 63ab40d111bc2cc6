import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { z } from 'zod'
import { BitcoindRpc, RpcError } from '../../src/chain/bitcoind/bitcoind-rpc.ts'

const readyWithinMs = 30_000
const pollMs = 50
/** A hundred blocks, on a busy machine. */
const miningMs = 120_000
const triesMax = 3
const btc = 1e8
/** Where the test command puts the one from Debian. */
const unpacked = resolve(import.meta.dirname, '../../../../.cache/bitcoind/bitcoind')

const blocksAtFirst = 110
const rpcWalletNotFound = -18

interface RegtestOptions {
  /** Kept when the node stops and reused by the next; without it a folder of its own, removed with it. */
  readonly folder?: string | undefined
  /** Prunes old blocks on request (`pruneblockchain`), a hundred or so at a time. */
  readonly isPruned?: boolean
  /** Per branch. Core's own 1000 take most of the node's time, and would hide addresses that ours fails to ask for. */
  readonly keypool?: number
  readonly isEmpty?: boolean
  /** The earlier port, for a node that restarts on its folder. */
  readonly port?: number
  readonly options?: readonly string[]
}

/** A real node on regtest with its own folder and ports, and its own wallet that mines and pays. */
export class RegtestNode {
  readonly url: string
  readonly cookieFile: string
  readonly #rpc: BitcoindRpc
  readonly #process: ChildProcess
  readonly #folder: string
  readonly #isKept: boolean

  private constructor(process: ChildProcess, folder: string, isKept: boolean, port: number) {
    this.#process = process
    this.#folder = folder
    this.#isKept = isKept
    this.url = `http://127.0.0.1:${port}`
    this.cookieFile = join(folder, 'regtest', '.cookie')
    this.#rpc = new BitcoindRpc({ url: this.url, cookieFile: this.cookieFile }, directWayOut)
  }

  static async start(options: RegtestOptions = {}): Promise<RegtestNode> {
    for (let left = triesMax - 1; ; left -= 1)
      try {
        return await RegtestNode.#startOnce(options)
      } catch (error) {
        // Another test may take a free port between finding and using it.
        if (left === 0) throw error
      }
  }

  static async #startOnce({
    folder: kept,
    isPruned = false,
    isEmpty = false,
    keypool = 10,
    port: wanted,
    options: more = [],
  }: RegtestOptions): Promise<RegtestNode> {
    const program = process.env.BITCOIND || (existsSync(unpacked) ? unpacked : 'bitcoind')
    const folder = kept ?? (await mkdtemp(join(tmpdir(), 'hornets-bitcoind-')))
    await mkdir(folder, { recursive: true })
    const port = wanted ?? (await freePort())
    const args = ['-regtest', `-datadir=${folder}`, `-rpcport=${port}`, '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1']
    const options = [
      '-listen=0',
      '-dnsseed=0',
      ...(isPruned ? ['-prune=1', '-fastprune'] : ['-txindex=1']),
      `-keypool=${keypool}`,
      // Its wallets do not wait for the disk, which takes longer than all else. Killed nodes lose nothing.
      '-unsafesqlitesync',
      '-fallbackfee=0.0001',
      '-server=1',
      '-rpcworkqueue=256',
      ...more,
    ]
    const child = spawn(program, [...args, ...options], { stdio: 'ignore' })
    child.on('error', () => undefined)
    const node = new RegtestNode(child, folder, kept !== undefined, port)
    try {
      await node.#ready()
      if (isEmpty) return node
      await node.#openMiner()
      await node.mine((await node.rpc<number>('getblockcount')) < blocksAtFirst ? blocksAtFirst : 1)
    } catch (cause) {
      await node.stop()
      throw new Error(`${program} did not start: set BITCOIND to a bitcoind that does`, { cause })
    }
    return node
  }

  async rpc<Result = unknown>(method: string, params: unknown[] = [], wallet?: string): Promise<Result> {
    return (await this.#rpc.call(z.unknown(), { method, params }, { wallet, timeoutMs: miningMs })) as Result
  }

  miner<Result = unknown>(method: string, params: unknown[] = []): Promise<Result> {
    return this.rpc<Result>(method, params, 'miner')
  }

  async mine(count: number): Promise<string[]> {
    const hashes = await this.rpc<string[]>('generatetoaddress', [count, await this.newAddress()])
    await this.#settle()
    return hashes
  }

  async copy(other: RegtestNode): Promise<void> {
    const [from, to] = [await this.rpc<number>('getblockcount'), await other.rpc<number>('getblockcount')]
    for (let height = from + 1; height <= to; height += 1) {
      const hash = await other.rpc<string>('getblockhash', [height])
      await this.rpc('submitblock', [await other.rpc<string>('getblock', [hash, 0])])
    }
    await this.#settle()
  }

  newAddress(): Promise<string> {
    return this.miner('getnewaddress', ['', 'bech32'])
  }

  async pay(address: string, sats: number, feeRate = 5): Promise<string> {
    const params = [address, sats / btc, '', '', false, true, null, 'unset', false, feeRate]
    const txid = await this.miner<string>('sendtoaddress', params)
    await this.#settle()
    return txid
  }

  /** The same payment at a higher rate; returns the replacement's txid. */
  async bumpFee(txid: string, feeRate: number): Promise<string> {
    const bumped = await this.miner<{ txid: string }>('bumpfee', [txid, { fee_rate: feeRate }])
    await this.#settle()
    return bumped.txid
  }

  async payMany(amounts: Record<string, number>): Promise<void> {
    const bitcoin = Object.fromEntries(Object.entries(amounts).map(([address, sats]) => [address, sats / btc]))
    await this.miner('sendmany', ['', bitcoin])
    await this.#settle()
  }

  /** Its process stops and answers no one until it continues. */
  freeze(): void {
    this.#process.kill('SIGSTOP')
  }

  thaw(): void {
    this.#process.kill('SIGCONT')
  }

  async endsWithin(ms: number): Promise<boolean> {
    const isGone = () => this.#process.exitCode !== null || this.#process.signalCode !== null
    if (!isGone()) await Promise.race([once(this.#process, 'exit'), sleep(ms)])
    return isGone()
  }

  async lastWords(lines = 20): Promise<string> {
    const log = await readFile(join(this.#folder, 'regtest', 'debug.log'), 'utf8')
    return log.trimEnd().split('\n').slice(-lines).join('\n')
  }

  async kill(): Promise<void> {
    const ended = new Promise(done => this.#process.once('exit', done))
    if (this.#process.exitCode === null && this.#process.kill('SIGKILL')) await ended
  }

  async stop(): Promise<void> {
    const ended = new Promise(done => this.#process.once('exit', done))
    if (this.#process.exitCode === null && this.#process.kill('SIGTERM')) await Promise.race([ended, sleep(10_000)])
    if (this.#process.exitCode === null) this.#process.kill('SIGKILL')
    if (!this.#isKept) await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }

  async #openMiner(): Promise<void> {
    try {
      await this.rpc('loadwallet', ['miner'])
    } catch (error) {
      if (!(error instanceof RpcError && error.code === rpcWalletNotFound)) throw error
      await this.rpc('createwallet', ['miner'])
    }
  }

  /** The node's wallets see a transaction a moment after its mempool does. */
  async #settle(): Promise<void> {
    await this.rpc('syncwithvalidationinterfacequeue')
  }

  async #ready(): Promise<void> {
    const until = Date.now() + readyWithinMs
    for (;;)
      try {
        await this.rpc('getblockchaininfo')
        return
      } catch (error) {
        if (Date.now() > until || this.#process.exitCode !== null || this.#process.pid === undefined) throw error
        await sleep(pollMs)
      }
  }
}

/** A port without a listener, below the system's ephemeral range, so that no connection takes it by chance. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000)
    const isFree = await new Promise<boolean>(done => {
      const server = createServer()
      server.once('error', () => done(false))
      server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
    })
    if (isFree) return port
  }
}
