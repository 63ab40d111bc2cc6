import { createServer, type IncomingMessage, type Server } from 'node:http'
import { Serial } from '@hornets/server/serial'
import { scriptHashOf } from '../../src/addresses/script-address.ts'
import { RpcError } from '../../src/chain/bitcoind-rpc.ts'
import { type ParsedTransaction, parseTransaction } from '../../src/coins/raw-transaction.ts'
import type { RegtestNode } from './bitcoind.ts'

interface BlockFacts {
  readonly hash: string
  readonly height: number
  readonly time: number
  readonly previousblockhash?: string
  readonly tx: { hex: string }[]
}

interface Known {
  readonly hex: string
  readonly parsed: ParsedTransaction
  readonly block: BlockFacts | null
}

const pageLength = 25
const inNoBlock = { confirmed: false, block_height: null, block_hash: null, block_time: null }

/** Esplora's HTTP API as its API.md describes it, in the parts that the wallet uses, over a real node's blocks and mempool. */
export class EsploraServer {
  readonly #node: RegtestNode
  readonly #server: Server
  readonly #blocks = new Map<string, BlockFacts>()
  #state = ''
  readonly #turns = new Serial()
  #chain: BlockFacts[] = []
  #transactions = new Map<string, Known>()
  /** txids by script hash, newest first. */
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
        error => response.writeHead(error instanceof RpcError ? 400 : 500).end(describe(error)),
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

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(done => this.#server.close(done))
  }

  async #answer(request: IncomingMessage): Promise<unknown> {
    const path = (request.url ?? '').replace(/^\/api/, '')
    if (request.method === 'POST' && path === '/tx')
      return this.#node.rpc('sendrawtransaction', [await bodyOf(request)])
    await this.#turns.run(() => this.#refresh())
    const [, first = '', second = '', third, fourth, fifth] = path.split('/')
    if (path === '/blocks/tip/hash') return this.#chain.at(-1)?.hash
    if (path === '/blocks/tip/height') return String(this.#chain.length - 1)
    if (path === '/fee-estimates') return { 2: 12.5, 3: 7.25, 4: 7, 25: 3, 144: 2.5, 1008: 1.027 }
    if (first === 'block-height') return this.#chain[Number(second)]?.hash
    if (first === 'block') return this.#chain.find(({ hash }) => hash === second)
    if (first === 'scripthash') return this.#script(second, third, fourth === 'chain' ? fifth : undefined)
    if (first === 'tx') return this.#transaction(second, third)
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
    const sumOf = (scripts: { script: string; valueSats: number }[]) =>
      scripts.filter(({ script }) => scriptHashOf(script) === hash).reduce((sum, { valueSats }) => sum + valueSats, 0)
    return {
      tx_count: list.length,
      funded_txo_sum: list.reduce((sum, { parsed }) => sum + sumOf([...parsed.outputs]), 0),
      spent_txo_sum: list.reduce((sum, { parsed }) => sum + sumOf(this.#spentBy(parsed)), 0),
    }
  }

  #transaction(txid: string, part: string | undefined): unknown {
    const known = this.#transactions.get(txid)
    if (!known) return undefined
    if (part === 'hex') return known.hex
    if (part === 'outspends')
      return known.parsed.outputs.map((_, vout) => {
        const spender = this.#spenders.get(`${txid}:${vout}`)
        return spender ? { spent: true, txid: spender } : { spent: false }
      })
    return this.#tell(known)
  }

  #tell({ parsed, hex, block }: Known) {
    const spent = this.#spentBy(parsed).reduce((sum, { valueSats }) => sum + valueSats, 0)
    const paid = parsed.outputs.reduce((sum, { valueSats }) => sum + valueSats, 0)
    const isCoinbase = /^0{64}$/.test(parsed.inputs[0]?.txid ?? '')
    return {
      txid: parsed.txid,
      fee: isCoinbase ? 0 : spent - paid,
      weight: parsed.vsize * 4,
      size: hex.length / 2,
      vin: parsed.inputs.map(({ txid, vout }) => ({ txid, vout })),
      status: block
        ? { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time }
        : inNoBlock,
    }
  }

  #spentBy(parsed: ParsedTransaction) {
    return parsed.inputs.flatMap(({ txid, vout }) => this.#transactions.get(txid)?.parsed.outputs[vout] ?? [])
  }

  /** Reads blocks once and the mempool when it has changed. */
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
    const loose = await Promise.all(
      mempool.map(
        async txid =>
          this.#transactions.get(txid)?.hex ?? this.#node.rpc<string>('getrawtransaction', [txid]).catch(() => ''),
      ),
    )
    this.#index(chain, loose.filter(Boolean))
    // One that could not be read is missing only until it is asked for again.
    if (loose.every(Boolean)) this.#state = state
  }

  #index(chain: BlockFacts[], loose: string[]): void {
    this.#chain = chain
    this.#transactions = new Map()
    this.#byScript = new Map()
    this.#spenders = new Map()
    const all = [
      ...chain.flatMap(block => block.tx.map(({ hex }) => ({ hex, block }))),
      ...loose.map(hex => ({ hex, block: null })),
    ].map(({ hex, block }) => ({ hex, block, parsed: parseTransaction(hex) }))
    for (const known of all) this.#transactions.set(known.parsed.txid, known)
    for (const { parsed } of all) {
      const scripts = [...parsed.outputs, ...this.#spentBy(parsed)].map(({ script }) => scriptHashOf(script))
      for (const hash of new Set(scripts)) this.#byScript.set(hash, [parsed.txid, ...(this.#byScript.get(hash) ?? [])])
      for (const { txid, vout } of parsed.inputs) this.#spenders.set(`${txid}:${vout}`, parsed.txid)
    }
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function describe(error: unknown): string {
  if (!(error instanceof RpcError)) return String(error)
  return `sendrawtransaction RPC error: ${JSON.stringify({ code: error.code, message: error.message })}`
}
