import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bech32 } from '@scure/base'
import { finalizeEvent, getPublicKey, nip04, nip44, type VerifiedEvent, verifyEvent } from 'nostr-tools'
import { type WebSocket, WebSocketServer } from 'ws'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

interface InvoiceOptions {
  /** Millisatoshis; undefined: the payer chooses. */
  readonly msats?: number
  readonly description?: string
  /** Seconds. */
  readonly createdAt?: number
  readonly expirySeconds?: number
  readonly currency?: string
}

interface Entry {
  type: 'incoming' | 'outgoing'
  state: 'pending' | 'settled' | 'failed'
  invoice: string
  payment_hash: string
  preimage: string
  amount: number
  fees_paid: number
  description: string
  created_at: number
  settled_at?: number
}

interface Asked {
  readonly method: string
  readonly params: Record<string, unknown>
  readonly scheme: 'nip04' | 'nip44_v2'
  /** Of the request's event. */
  readonly id: string
}

interface NwcDoubleOptions {
  /** From the info event; undefined: an old service that knows only NIP-04. */
  readonly encryption?: string
  readonly network?: string
}

type Refusal = { readonly code: string; readonly message: string }

/** A wallet service (NIP-47) and its relay (NIP-01) over a real websocket; invoices by BOLT 11. No wallet code. */
export class NwcDouble {
  readonly asked: Asked[] = []
  readonly entries: Entry[] = []
  balanceMsats = 100_000_000
  feeMsats = 1500
  /** Errors by method, instead of doing it. */
  readonly refuses = new Map<string, Refusal>()
  readonly lies = new Map<string, (result: object) => object>()
  readonly silentOn = new Set<string>()
  /** Requests of these methods never arrive: the relay loses them. */
  readonly loses = new Set<string>()
  readonly #options: NwcDoubleOptions
  readonly #secret = randomBytes(32)
  readonly #clientSecret = randomBytes(32)
  readonly #nodeSecret = secp256k1.utils.randomSecretKey()
  readonly #server: WebSocketServer
  readonly #subscribers = new Map<WebSocket, Map<string, Record<string, unknown>>>()
  connections = 0

  private constructor(options: NwcDoubleOptions, port: number) {
    this.#options = options
    this.#server = new WebSocketServer({ port, host: '127.0.0.1' })
    this.#server.on('connection', socket => this.#serve(socket))
  }

  static async start(options: NwcDoubleOptions = { encryption: 'nip44_v2 nip04' }, port = 0): Promise<NwcDouble> {
    const double = new NwcDouble(options, port)
    await new Promise<void>(done => double.#server.once('listening', done))
    return double
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get nodePubkey(): string {
    return Buffer.from(secp256k1.getPublicKey(this.#nodeSecret)).toString('hex')
  }

  get secretHex(): string {
    return this.#clientSecret.toString('hex')
  }

  uri(relay = `ws://127.0.0.1:${this.port}`): string {
    const query = new URLSearchParams({ relay, secret: this.secretHex })
    return `nostr+walletconnect://${getPublicKey(this.#secret)}?${query}`
  }

  count(method: string): number {
    return this.asked.filter(one => one.method === method).length
  }

  drop(): void {
    for (const socket of this.#subscribers.keys()) socket.terminate()
  }

  async stop(): Promise<void> {
    this.drop()
    await new Promise(done => this.#server.close(done))
  }

  receive(paymentHash: string, { tell = true } = {}): void {
    const entry = this.entries.find(one => one.payment_hash === paymentHash)
    if (!entry) throw new Error(`expected an invoice of ${paymentHash}`)
    entry.state = 'settled'
    entry.settled_at = Math.floor(Date.now() / 1000)
    this.balanceMsats += entry.amount
    if (tell) this.#notify('payment_received', entry)
  }

  invoice(options: InvoiceOptions = {}): { text: string; paymentHash: string; preimage: string } {
    const preimage = randomBytes(32)
    const paymentHash = sha256(preimage).toString('hex')
    const { msats, currency = 'bcrt', description = 'a cup of coffee' } = options
    const prefix = `ln${currency}${msats === undefined ? '' : `${msats * 10}p`}`
    const createdAt = options.createdAt ?? Math.floor(Date.now() / 1000)
    const words = [
      ...numberWords(createdAt, 7),
      ...fieldOf(1, bech32.toWords(Buffer.from(paymentHash, 'hex'))),
      ...fieldOf(13, bech32.toWords(Buffer.from(description))),
      ...fieldOf(6, numberWords(options.expirySeconds ?? 3600, 4)),
    ]
    const signed = sha256(Buffer.concat([Buffer.from(prefix), packed(words)]))
    const [recovery = 0, ...signature] = secp256k1.sign(signed, this.#nodeSecret, {
      prehash: false,
      format: 'recovered',
    })
    const text = bech32.encode(prefix, [...words, ...bech32.toWords(Uint8Array.of(...signature, recovery))], false)
    return { text, paymentHash, preimage: preimage.toString('hex') }
  }

  #serve(socket: WebSocket): void {
    this.connections += 1
    this.#subscribers.set(socket, new Map())
    socket.on('close', () => this.#subscribers.delete(socket))
    socket.on('message', data => {
      const [type, second, filter] = JSON.parse(String(data)) as [string, unknown, Record<string, unknown>]
      if (type === 'EVENT') this.#take(socket, second as VerifiedEvent)
      if (type !== 'REQ') return
      this.#subscribers.get(socket)?.set(String(second), filter)
      if ((filter.kinds as number[]).includes(13_194)) socket.send(JSON.stringify(['EVENT', second, this.#info()]))
      socket.send(JSON.stringify(['EOSE', second]))
    })
  }

  methods = 'pay_invoice get_balance get_info make_invoice lookup_invoice list_transactions'

  #info(): VerifiedEvent {
    const tags = [['notifications', 'payment_received payment_sent']]
    if (this.#options.encryption) tags.push(['encryption', this.#options.encryption])
    return finalizeEvent({ kind: 13_194, created_at: 1, tags, content: this.methods }, this.#secret)
  }

  #take(socket: WebSocket, event: VerifiedEvent): void {
    socket.send(JSON.stringify(['OK', event.id, true, '']))
    const tag = (name: string) => event.tags.find(([first]) => first === name)?.[1]
    if (!verifyEvent(event) || event.pubkey !== getPublicKey(this.#clientSecret)) return
    if (tag('p') !== getPublicKey(this.#secret) || Number(tag('expiration') ?? Infinity) < Date.now() / 1000) return
    const scheme = tag('encryption') === 'nip44_v2' ? 'nip44_v2' : 'nip04'
    const text =
      scheme === 'nip44_v2'
        ? nip44.decrypt(event.content, nip44.getConversationKey(this.#secret, event.pubkey))
        : nip04.decrypt(this.#secret, event.pubkey, event.content)
    const { method, params } = JSON.parse(text) as { method: string; params: Record<string, unknown> }
    if (this.loses.has(method)) return
    this.asked.push({ method, params, scheme, id: event.id })
    const answer = this.#answer(method, params)
    if (this.silentOn.has(method)) return
    this.#publish(23_195, { result_type: method, ...answer }, scheme, [['e', event.id]])
  }

  #answer(method: string, params: Record<string, unknown>): { result: unknown; error: Refusal | null } {
    const error = this.refuses.get(method)
    if (error) return { error, result: null }
    const result = this.#do(method, params)
    return 'code' in result
      ? { error: result as Refusal, result: null }
      : { error: null, result: this.lies.get(method)?.(result) ?? result }
  }

  #do(method: string, params: Record<string, unknown>): object {
    if (method === 'get_info')
      return { alias: 'A node', network: this.#options.network ?? 'regtest', methods: this.methods.split(' ') }
    if (method === 'get_balance') return { balance: this.balanceMsats }
    if (method === 'pay_invoice') return this.#pay(String(params.invoice), params.amount as number | undefined)
    if (method === 'make_invoice') return this.#make(Number(params.amount), params)
    if (method === 'lookup_invoice')
      return (
        this.entries.find(one => one.payment_hash === params.payment_hash) ?? { code: 'NOT_FOUND', message: 'none' }
      )
    if (method !== 'list_transactions') return { code: 'NOT_IMPLEMENTED', message: method }
    const settled = this.entries.filter(one => one.state !== 'pending').reverse()
    const offset = Number(params.offset ?? 0)
    return { transactions: settled.slice(offset, offset + Number(params.limit ?? 20)) }
  }

  /** A node pays a hash once. */
  #pay(invoice: string, amount: number | undefined): object {
    const known = this.outside.get(invoice)
    if (!known) return { code: 'PAYMENT_FAILED', message: 'no route' }
    if (this.entries.some(one => one.payment_hash === known.paymentHash && one.state === 'settled'))
      return { code: 'OTHER', message: 'already paid' }
    const msats = known.msats ?? amount ?? 0
    this.balanceMsats -= msats + this.feeMsats
    this.#enter({ type: 'outgoing', state: 'settled', invoice, amount: msats, ...known, fees_paid: this.feeMsats })
    return { preimage: known.preimage, fees_paid: this.feeMsats }
  }

  /** Invoices of others that this node has a route to. */
  readonly outside = new Map<string, { paymentHash: string; preimage: string; msats?: number }>()

  payable(options: InvoiceOptions = {}): { text: string; paymentHash: string } {
    const made = this.invoice(options)
    this.outside.set(made.text, { ...made, ...(options.msats !== undefined && { msats: options.msats }) })
    return made
  }

  #make(amount: number, { description: given = '', expiry = 3600 }: Record<string, unknown>): Entry {
    const description = String(given)
    const options = { msats: amount, description, expirySeconds: Number(expiry) }
    const { text, paymentHash, preimage } = this.invoice(options)
    return this.#enter({
      type: 'incoming',
      state: 'pending',
      invoice: text,
      amount,
      paymentHash,
      preimage,
      fees_paid: 0,
      description,
    })
  }

  #enter({
    paymentHash,
    ...given
  }: Omit<Entry, 'payment_hash' | 'created_at' | 'description'> & {
    paymentHash: string
    description?: string
  }): Entry {
    const now = Math.floor(Date.now() / 1000)
    const settled = given.state === 'settled' && { settled_at: now }
    const entry: Entry = { description: '', ...given, payment_hash: paymentHash, created_at: now, ...settled }
    this.entries.push(entry)
    return entry
  }

  claim(paymentHash: string, parts: object): void {
    const entry = this.entries.find(one => one.payment_hash === paymentHash)
    this.#notify('payment_received', { ...(entry as Entry), ...parts })
  }

  /** The relay sends something on its own: an answer that somebody else signed, or one that it kept. */
  forge(content: object, tags: string[][], secret: Uint8Array = this.#secret): void {
    this.#publish(23_195, content, 'nip44_v2', tags, secret)
  }

  shout(text: string): void {
    for (const socket of this.#subscribers.keys()) socket.send(text)
  }

  #notify(type: string, notification: Entry): void {
    const told = { notification_type: type, notification }
    if (this.#options.encryption?.includes('nip44_v2')) this.#publish(23_197, told, 'nip44_v2', [])
    this.#publish(23_196, told, 'nip04', [])
  }

  #publish(
    kind: number,
    content: unknown,
    scheme: Asked['scheme'],
    tags: string[][],
    secret: Uint8Array = this.#secret,
  ): void {
    const client = getPublicKey(this.#clientSecret)
    const text = JSON.stringify(content)
    const sealed =
      scheme === 'nip44_v2'
        ? nip44.encrypt(text, nip44.getConversationKey(secret, client))
        : nip04.encrypt(secret, client, text)
    const created_at = Math.floor(Date.now() / 1000)
    const event = finalizeEvent({ kind, created_at, tags: [['p', client], ...tags], content: sealed }, secret)
    for (const [socket, filters] of this.#subscribers)
      for (const [id, filter] of filters)
        if ((filter.kinds as number[]).includes(kind)) socket.send(JSON.stringify(['EVENT', id, event]))
  }
}

/** BOLT 11: type, length in two words, words. */
const fieldOf = (type: number, words: readonly number[]) => [type, words.length >> 5, words.length & 31, ...words]

function numberWords(number: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => Math.floor(number / 32 ** (count - 1 - at)) % 32)
}

function packed(words: readonly number[]): Buffer {
  const bits = words.map(word => word.toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{1,8}/g) ?? []
  return Buffer.from(bytes.map(byte => Number.parseInt(byte.padEnd(8, '0'), 2)))
}
