import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { RegtestNode } from './bitcoind.ts'

/** A transaction as the node decodes it (`getblock … 2`, `getrawtransaction … 1`). */
interface NodeTransaction {
  readonly txid: string
  readonly hex: string
  readonly weight: number
  readonly vin: { txid?: string; vout?: number }[]
  readonly vout: { value: number; scriptPubKey: { hex: string } }[]
}

interface BlockFacts {
  readonly hash: string
  readonly height: number
  readonly time: number
  readonly previousblockhash?: string
  readonly tx: NodeTransaction[]
}

interface Known {
  readonly parsed: NodeTransaction
  readonly block: BlockFacts | null
}

const pageLength = 25
const inNoBlock = { confirmed: false, block_height: null, block_hash: null, block_time: null }

/** Esplora's API (API.md) over a real node's blocks and mempool; scripts named as recorded, no wallet code. */
export class EsploraServer {
  readonly #node: RegtestNode
  readonly #server: Server
  readonly #blocks = new Map<string, BlockFacts>()
  #state = ''
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #chain: BlockFacts[] = []
  #transactions = new Map<string, Known>()
  #byScript = new Map<string, string[]>()
  #spenders = new Map<string, string>()
  url = ''
  requests = 0

  private constructor(node: RegtestNode) {
    this.#node = node
    this.#server = createServer((request, response) => {
      this.requests += 1
      this.#answer(request).then(
        answer => {
          const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
          response
            .writeHead(answer === undefined ? 404 : 200)
            .end(answer === undefined ? 'Transaction not found' : text)
        },
        error => response.writeHead(isRefusal(error) ? 400 : 500).end(describe(error)),
      )
    })
  }

  static async start(node: RegtestNode): Promise<EsploraServer> {
    const server = new EsploraServer(node)
    await new Promise<void>(done => server.#server.listen(0, '127.0.0.1', done))
    const address = server.#server.address()
    if (typeof address === 'object' && address) server.url = `http://127.0.0.1:${address.port}/api`
    return server
  }

  async inStep(): Promise<void> {
    // Nothing to wait for.
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(done => this.#server.close(done))
  }

  async #answer(request: IncomingMessage): Promise<unknown> {
    const path = (request.url ?? '').replace(/^\/api/, '')
    if (request.method === 'POST' && path === '/tx')
      return this.#node.rpc('sendrawtransaction', [await bodyOf(request)])
    await this.#fresh()
    const [, first = '', second = '', third, fourth, fifth] = path.split('/')
    if (path === '/blocks/tip/hash') return this.#chain.at(-1)?.hash
    if (path === '/blocks/tip/height') return String(this.#chain.length - 1)
    if (path === '/fee-estimates') return { 2: 12.5, 3: 7.25, 4: 7, 25: 3, 144: 2.5, 1008: 1.027 }
    if (first === 'block-height') return this.#chain[Number(second)]?.hash
    if (first === 'block') return this.#chain.find(({ hash }) => hash === second)
    if (first === 'scripthash') return this.#script(second, third, fourth === 'chain' ? fifth : undefined)
    if (first === 'tx') return this.#transaction(second, third, fourth)
    return undefined
  }

  #script(hash: string, part: string | undefined, after: string | undefined): unknown {
    const known = (this.#byScript.get(hash) ?? []).flatMap(txid => this.#transactions.get(txid) ?? [])
    const confirmed = known.filter(({ block }) => block)
    const loose = known.filter(({ block }) => !block)
    if (part === undefined)
      return { chain_stats: this.#stats(hash, confirmed), mempool_stats: this.#stats(hash, loose) }
    if (after === undefined)
      return [...loose.slice(0, 50), ...confirmed.slice(0, pageLength)].map(one => this.#tell(one))
    const start = confirmed.findIndex(({ parsed }) => parsed.txid === after) + 1
    return confirmed.slice(start, start + pageLength).map(one => this.#tell(one))
  }

  #stats(hash: string, list: Known[]) {
    const sumOf = (outputs: readonly Output[]) =>
      outputs.filter(({ name }) => name === hash).reduce((sum, { sats }) => sum + sats, 0)
    return {
      tx_count: list.length,
      funded_txo_sum: list.reduce((sum, { parsed }) => sum + sumOf(outputsOf(parsed)), 0),
      spent_txo_sum: list.reduce((sum, { parsed }) => sum + sumOf(this.#spentBy(parsed)), 0),
    }
  }

  #transaction(txid: string, part: string | undefined, vout: string | undefined): unknown {
    const known = this.#transactions.get(txid) ?? this.#undone(txid)
    if (!known) return undefined
    if (part === 'hex') return known.parsed.hex
    const spending = (output: number) => {
      const spender = this.#spenders.get(`${txid}:${output}`)
      return spender ? { spent: true, txid: spender } : { spent: false }
    }
    if (part === 'outspend') return spending(Number(vout))
    if (part === 'outspends') return known.parsed.vout.map((_, output) => spending(output))
    return this.#tell(known)
  }

  /** A real server keeps the transactions of an undone block, as unconfirmed ones. */
  #undone(txid: string): Known | undefined {
    const parsed = [...this.#blocks.values()].flatMap(({ tx }) => tx).find(one => one.txid === txid)
    return parsed && { parsed, block: null }
  }

  #tell({ parsed, block }: Known) {
    const sumOf = (outputs: readonly Output[]) => outputs.reduce((sum, { sats }) => sum + sats, 0)
    const isCoinbase = parsed.vin[0]?.txid === undefined
    return {
      txid: parsed.txid,
      fee: isCoinbase ? 0 : sumOf(this.#spentBy(parsed)) - sumOf(outputsOf(parsed)),
      weight: parsed.weight,
      size: parsed.hex.length / 2,
      vin: parsed.vin.map(({ txid = '0'.repeat(64), vout = 0xffff_ffff }) => ({ txid, vout, is_coinbase: isCoinbase })),
      status: block
        ? { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time }
        : inNoBlock,
    }
  }

  #spentBy({ vin }: NodeTransaction): Output[] {
    return vin.flatMap(({ txid = '', vout = 0 }) => {
      const spent = this.#transactions.get(txid)
      return spent ? outputsOf(spent.parsed).slice(vout, vout + 1) : []
    })
  }

  /** Requests that come while the node is read share the next reading: none is older than its request. */
  #fresh(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        this.#running = this.#refresh()
        return this.#running
      })
    return this.#next
  }

  /** Reads each block once, and the mempool when it has changed. */
  async #refresh(): Promise<void> {
    const tip = await this.#node.rpc<string>('getbestblockhash')
    const mempool = await this.#node.rpc<string[]>('getrawmempool')
    const state = [tip, ...mempool.sort()].join()
    if (state === this.#state) return
    const chain: BlockFacts[] = []
    for (let hash: string | undefined = tip; hash; hash = chain[0]?.previousblockhash) {
      const block: BlockFacts = this.#blocks.get(hash) ?? (await this.#node.rpc('getblock', [hash, 2]))
      this.#blocks.set(hash, block)
      chain.unshift(block)
    }
    const read = (txid: string) => this.#node.rpc<NodeTransaction>('getrawtransaction', [txid, 1]).catch(() => null)
    const loose = await Promise.all(mempool.map(async txid => this.#transactions.get(txid)?.parsed ?? read(txid)))
    this.#index(
      chain,
      loose.filter(one => one !== null),
    )
    // One that could not be read is missing only until the next request.
    if (!loose.includes(null)) this.#state = state
  }

  #index(chain: BlockFacts[], loose: NodeTransaction[]): void {
    this.#chain = chain
    this.#transactions = new Map()
    this.#byScript = new Map()
    this.#spenders = new Map()
    const all: Known[] = [
      ...chain.flatMap(block => block.tx.map(parsed => ({ parsed, block }))),
      ...loose.map(parsed => ({ parsed, block: null })),
    ]
    for (const known of all) this.#transactions.set(known.parsed.txid, known)
    for (const { parsed } of all) {
      const names = [...outputsOf(parsed), ...this.#spentBy(parsed)].map(({ name }) => name)
      for (const hash of new Set(names)) this.#byScript.set(hash, [parsed.txid, ...(this.#byScript.get(hash) ?? [])])
      for (const { txid, vout } of parsed.vin) this.#spenders.set(`${txid}:${vout}`, parsed.txid)
    }
  }
}

interface Output {
  /** "The hex-encoded SHA-256 of the script", that is `printf SCRIPT | xxd -r -p | sha256sum`: not reversed. */
  readonly name: string
  readonly sats: number
}

const read = new WeakMap<NodeTransaction, Output[]>()
/** Hashed once, since every request searches all of them. */
function outputsOf(one: NodeTransaction): Output[] {
  const known = read.get(one)
  if (known) return known
  const outputs = one.vout.map(({ value, scriptPubKey }) => ({
    name: createHash('sha256').update(Buffer.from(scriptPubKey.hex, 'hex')).digest('hex'),
    sats: Math.round(value * 1e8),
  }))
  read.set(one, outputs)
  return outputs
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** The node's own refusal, not a failure to reach it. */
const isRefusal = (error: unknown): error is Error & { code: number } =>
  error instanceof Error && 'code' in error && typeof error.code === 'number'

/** As recorded from a real server. */
function describe(error: unknown): string {
  if (!isRefusal(error)) return String(error)
  return `sendrawtransaction RPC error: ${JSON.stringify({ code: error.code, message: error.message })}`
}
