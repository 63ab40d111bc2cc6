import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import {
  type Attempt,
  type InvoiceReport,
  type PaymentReport,
  pushAddresses,
  pushBalance,
  pushInvoices,
  pushPayments,
  pushSecurity,
  pushTransactions,
  type SecurityNewsRow,
  type Sequence,
} from '@hornets/contract/wallet/relay/push'
import type * as z from 'zod/mini'

type Lines = z.infer<typeof pushTransactions.body>
type Addresses = z.infer<typeof pushAddresses.body>
type Balance = z.infer<typeof pushBalance.body>

/** The relay's receiver for the wallet: checks signatures as in wire.md and keeps what it is told, by key. */
export class RelayDouble {
  readonly lines = new Map<string, Exclude<Lines[number], { removed: true }>>()
  readonly addresses = new Map<number, Addresses[number]>()
  readonly payments = new Map<string, PaymentReport>()
  readonly invoices: InvoiceReport[] = []
  readonly news: SecurityNewsRow[] = []
  balance: Balance | undefined
  /** The last push in sequence; undefined: it keeps no numbers. */
  sequence: Sequence | null | undefined
  /** Of every push, in order of arrival. */
  readonly attempts: Attempt[] = []
  refusal: number | undefined
  /** Accepts, and fails to answer. */
  forgetsToAnswer = false
  /** Milliseconds. */
  now: () => number = Date.now
  posts = 0
  wrongSignatures = 0
  readonly #apiKey: string
  readonly #signatures = new Set<string>()
  readonly #server: Server
  url = ''

  private constructor(apiKey: string) {
    this.#apiKey = apiKey
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const status = this.#take(request.url ?? '', request.headers, Buffer.concat(chunks).toString())
        if (this.forgetsToAnswer) request.socket.destroy()
        else response.writeHead(status).end(JSON.stringify({ sequence: this.sequence }))
      })
    })
  }

  static async start(apiKey: string): Promise<RelayDouble> {
    const relay = new RelayDouble(apiKey)
    await new Promise<void>(done => relay.#server.listen(0, '127.0.0.1', done))
    const address = relay.#server.address()
    if (typeof address === 'object' && address) relay.url = `http://127.0.0.1:${address.port}`
    return relay
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(done => this.#server.close(done))
  }

  #take(path: string, headers: NodeJS.Dict<string | string[]>, body: string): number {
    this.posts += 1
    if (this.refusal !== undefined) return this.refusal
    const [timestamp, signature] = [String(headers['x-timestamp']), String(headers['x-signature'])]
    const right = createHmac('sha256', this.#apiKey).update(`${timestamp}.${body}`).digest('hex') === signature
    const fresh = Math.abs(this.now() - Date.parse(timestamp)) < 300_000
    if (!right || !fresh || this.#signatures.has(signature)) {
      this.wrongSignatures += 1
      return 401
    }
    this.#signatures.add(signature)
    const value: unknown = JSON.parse(body)
    if (path === pushTransactions.path)
      for (const line of pushTransactions.body.parse(value).map(withoutNumber)) {
        const key = `${line.txid}:${line.vout}`
        if ('removed' in line) this.lines.delete(key)
        else this.lines.set(key, line)
      }
    else if (path === pushAddresses.path)
      for (const address of pushAddresses.body.parse(value).map(withoutNumber))
        this.addresses.set(address.index, address)
    else if (path === pushBalance.path) this.balance = withoutNumber(pushBalance.body.parse(value))
    else if (path === pushPayments.path)
      for (const report of pushPayments.body.parse(value).payments) this.payments.set(report.txid, report)
    else if (path === pushSecurity.path) this.news.push(...pushSecurity.body.parse(value).news)
    else if (path === pushInvoices.path) this.invoices.push(...pushInvoices.body.parse(value).invoices)
    else return 404
    this.#number((Array.isArray(value) ? value[0] : value) as { sequence?: Attempt })
    return 200
  }

  #number({ sequence }: { sequence?: Attempt }): void {
    if (sequence) this.attempts.push(sequence)
    if (this.sequence === undefined || !sequence) return
    const last = this.sequence
    const isNext = last?.stream === sequence.stream ? sequence.number === last.number + 1 : sequence.number === 1
    if (isNext) this.sequence = { stream: sequence.stream, number: sequence.number }
  }
}

/** Only the first row of a batch has one. */
function withoutNumber<Row extends { sequence?: unknown }>(row: Row): Row {
  const { sequence: _, ...rest } = row
  return rest as Row
}
