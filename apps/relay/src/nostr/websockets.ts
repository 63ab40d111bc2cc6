import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Round, Rounds } from '@hornets/server/rounds'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Refusal, refuse } from '../policy/refusal.ts'
import type { ClientState } from './client-counts.ts'
import { type AddressAccount, AddressAccounts } from './fairness/address-accounts.ts'
import { boundFanOut } from './fairness/bound-fan-out.ts'
import { MessageScheduler, type Sender } from './fairness/message-scheduler.ts'
import { handOver, settle } from './handing/hand-over.ts'
import { type Heir, handshakeOf, type KeptConnection, withoutWriting } from './handing/kept-connection.ts'
import { compression } from './messages/compressed-messages.ts'
import { refuseAsFull, refuseHandshake } from './messages/refuse-upgrade.ts'
import { type Farewell, type Guest, type OpenConnection, openConnection } from './open-connection.ts'
import { SendBudget } from './sending/send-budget.ts'
import { TurnEnd } from './sending/turn-end.ts'
import type { ServerParts } from './server-parts.ts'

const goingAway = 1001
const policyViolation = 1008
const closeMillisMax = 2000
const tooManyConnections = 'rate-limited: too many connections, please try again later'

/** A client that was let in. */
export interface Visitor {
  readonly id: number
  readonly address: string
  readonly onOpen?: (() => void) | undefined
  /** Once it is gone. */
  readonly onLeave?: (() => void) | undefined
}

export interface WebsocketsOptions {
  readonly compresses?: boolean | undefined
  readonly rounds?: Rounds | undefined
  readonly isOurs: (address: string) => boolean | Promise<boolean>
}

/** The open Nostr websockets of one process, with the limits of each address. */
export class Websockets {
  readonly #parts: ServerParts
  readonly #isOurs: WebsocketsOptions['isOurs']
  readonly #sendQueues: SendBudget
  readonly #turnEnd = new TurnEnd()
  readonly #messages = new MessageScheduler()
  readonly #accounts: AddressAccounts
  readonly #open = new Set<OpenConnection>()
  readonly #arriving = new Set<Duplex>()
  readonly #server: WebSocketServer
  readonly #rounds: readonly Round<void>[]

  constructor(parts: ServerParts, options: WebsocketsOptions) {
    const { limits, now, log } = parts
    this.#parts = parts
    this.#isOurs = options.isOurs
    this.#sendQueues = new SendBudget(limits.allUnsentBytesMax)
    this.#accounts = new AddressAccounts({ limits, sendQueues: this.#sendQueues, now })
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: limits.messageBytesMax,
      maxFragments: limits.messagePartsMax,
      perMessageDeflate: options.compresses ? compression : false,
      // Messages are checked when their turn comes, after they were inflated.
      skipUTF8Validation: true,
    })
    this.#server.on('wsClientError', (_error, socket, { method }) => refuseHandshake(socket, method))
    const rounds = options.rounds ?? new Rounds({ now, logger: log })
    this.#rounds = [
      rounds.open({ name: 'pings', everyMs: limits.pingSeconds * 1000, work: () => this.#pingAll() }),
      rounds.open({ name: 'fan_out', everyMs: 1000, work: () => this.#boundFanOut() }),
    ]
  }

  get count(): number {
    return this.#open.size
  }

  get arriving(): number {
    return this.#arriving.size
  }

  isConnected(address: string): boolean {
    return this.#accounts.isConnected(address)
  }

  get unsentBytes(): number {
    return this.#sendQueues.total
  }

  *clients(): Generator<ClientState> {
    for (const { id, connection, sendQueue } of this.#open)
      yield { id, ...connection.tell(), unsentBytes: sendQueue.unsentBytes }
  }

  get ids(): readonly number[] {
    return Array.from(this.#open, ({ id }) => id)
  }

  /** All that clients have shown to be theirs. */
  get keys(): ReadonlySet<string> {
    return new Set([...this.#open].flatMap(({ connection }) => [...connection.ownKeys]))
  }

  /** Closes one connection, whose client can return. False if it is gone. */
  disconnect(id: number): boolean {
    const open = [...this.#open].find(one => one.id === id)
    if (open) void this.#dismiss(open, policyViolation, { reason: 'closed by the operator' })
    return open !== undefined
  }

  handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    { id, address, onOpen, onLeave }: Visitor,
  ): void {
    const account = this.#connect(address)
    if (!account) {
      onLeave?.()
      refuseAsFull(socket, tooManyConnections)
      return
    }
    // Its turn comes like a message's: when thousands return after a restart, others are answered between them.
    const arrival: Sender = {
      handle: head => {
        if (!this.#arriving.delete(socket)) return
        this.#server.handleUpgrade(request, socket, head, websocket => {
          onOpen?.()
          this.#welcome(websocket, socket, { id, account, ip: address, agent: request.headers['user-agent'] })
        })
      },
      wait: () => {},
    }
    socket.once('close', () => {
      this.#arriving.delete(socket)
      this.#messages.forget(account.turn, arrival)
      account.leave()
      onLeave?.()
    })
    this.#arriving.add(socket)
    this.#messages.take(account.turn, arrival, head)
  }

  /** Continues a connection of an earlier process, whose client notices nothing. One that is not admitted is cut off. */
  adopt(kept: KeptConnection, socket: Socket, { id, onOpen, onLeave }: Omit<Visitor, 'address'>): void {
    const { address: ip, agent, unread } = kept
    const account = this.#connect(ip)
    socket.on('error', () => socket.destroy())
    if (!account) {
      onLeave?.()
      socket.destroy()
      return
    }
    socket.once('close', () => {
      account.leave()
      onLeave?.()
    })
    withoutWriting(socket, () =>
      this.#server.handleUpgrade(handshakeOf(kept), socket, Buffer.from(unread, 'base64'), websocket => {
        onOpen?.()
        this.#welcome(websocket, socket, { id, account, ip, agent, kept })
      }),
    )
  }

  #connect(address: string): AddressAccount | null {
    const account = this.#accounts.connect(address)
    if (!account) this.noteFull(address)
    return account
  }

  noteFull(address: string): Refusal {
    const refusal = refuse('rate', tooManyConnections)
    this.#parts.refusals.note({ ...refusal, what: 'connection', text: refusal.reason, address })
    return refusal
  }

  /** Gives open connections to the heir, and closes all others with 1001; new ones can come. */
  async closeConnections(heir?: Heir): Promise<void> {
    for (const socket of this.#arriving) refuseAsFull(socket, 'error: the relay stops')
    this.#arriving.clear()
    const settling = this.#settling()
    if (heir) await handOver(this.#open, heir, { ...settling, forget: open => this.#open.delete(open) })
    await Promise.all([...this.#open].map(settling.dismiss))
  }

  /** Lets all connections come to rest before any of any process is given away. */
  async settle(): Promise<void> {
    await settle(this.#open, this.#settling())
  }

  #settling() {
    return {
      isQuiet: () => this.#parts.fanOut.isEmpty,
      dismiss: (open: OpenConnection) => this.#dismiss(open, goingAway, { reason: 'the relay stops' }),
    }
  }

  async close(): Promise<void> {
    for (const round of this.#rounds) await round.close()
    await this.closeConnections()
  }

  #welcome(websocket: WebSocket, socket: Duplex, { id, ...guest }: Guest & { readonly id: number }): void {
    const open = openConnection({ id, websocket, socket, guest }, this.#parts, {
      messages: this.#messages,
      turnEnd: this.#turnEnd,
      isOurs: this.#isOurs,
      dismiss: (one, code, farewell) => void this.#dismiss(one, code, farewell),
      onClose: one => this.#open.delete(one),
    })
    this.#open.add(open)
  }

  /** Ends the subscriptions of those who can no longer read: an entry has expired, a subscription has ended. */
  judgeReads(): void {
    for (const { connection } of this.#open) connection.judgeReads()
  }

  judgeAgain(): void {
    for (const open of this.#open) {
      const refusal = this.#parts.policy.judgeAddress(open.connection.ip)
      if (refusal instanceof Promise) void refusal.then(known => this.#judge(open, known))
      else this.#judge(open, refusal)
    }
  }

  #judge(open: OpenConnection, refusal: Refusal | null): void {
    if (!this.#open.has(open)) return
    if (refusal) void this.#dismiss(open, policyViolation, refusal)
    else open.connection.judgeReads()
  }

  closeConnectionsOf(pubkey: string, refusal: Refusal): void {
    for (const open of this.#open) {
      if (open.connection.isOf(pubkey)) void this.#dismiss(open, policyViolation, refusal)
    }
  }

  #dismiss(open: OpenConnection, code: number, { cause, rule, reason }: Farewell): Promise<void> {
    const { websocket, sendQueue, connection } = open
    const address = connection.ip
    if (cause) this.#parts.refusals.note({ what: 'connection', cause, rule, text: reason, address })
    this.#open.delete(open)
    connection.end()
    return new Promise(resolve => {
      const timer = setTimeout(() => websocket.terminate(), closeMillisMax)
      websocket.once('close', () => {
        clearTimeout(timer)
        resolve()
      })
      websocket.resume()
      sendQueue.finish()
      websocket.close(code, reason)
    })
  }

  #boundFanOut(): void {
    const connections = Array.from(this.#open, ({ connection }) => connection)
    boundFanOut(connections, this.#parts.limits.fanOutStepsPerSecond)
  }

  #pingAll(): void {
    for (const open of this.#open) {
      if (!open.alive) open.websocket.terminate()
      open.alive = false
      open.controlFrames = 0
      open.websocket.ping()
    }
  }
}
