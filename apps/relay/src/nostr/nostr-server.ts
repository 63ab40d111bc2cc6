import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { NostrEvent } from '@hornets/contract'
import { customerKeys } from '@hornets/server/http/caller'
import { type Round, Rounds } from '@hornets/server/rounds'
import { type WebSocket, WebSocketServer } from 'ws'
import { CanonicalEvent } from '../events/canonical-event.ts'
import { type Refusal, refuse } from '../policy/refusal.ts'
import { buildParts } from './build-parts.ts'
import type { ClientState } from './client-counts.ts'
import type { PublishAnswer } from './event-intake.ts'
import { type AddressAccount, AddressAccounts } from './fairness/address-accounts.ts'
import { boundFanOut } from './fairness/bound-fan-out.ts'
import { limitationOf } from './fairness/limits.ts'
import { MessageScheduler, type Sender } from './fairness/message-scheduler.ts'
import { handOver } from './handing/hand-over.ts'
import { type Heir, handshakeOf, type KeptConnection, withoutWriting } from './handing/kept-connection.ts'
import { compression } from './messages/compressed-messages.ts'
import { errorOfEvent } from './messages/parse-event.ts'
import { type Farewell, type Guest, type OpenConnection, openConnection } from './open-connection.ts'
import { refuseAsBlocked, refuseAsFull, refuseHandshake } from './refuse-upgrade.ts'
import { SendBudget } from './sending/send-budget.ts'
import { TurnEnd } from './sending/turn-end.ts'
import type { NostrServerOptions } from './server-options.ts'
import type { ServerParts } from './server-parts.ts'
import type { Verdict } from './verification/check-event.ts'
import { loadBestTier, type VerifierTier } from './verification/schnorr.ts'
import { VerifierPool } from './verification/verifier-pool.ts'

const goingAway = 1001
const policyViolation = 1008
const closeMillisMax = 2000
const tooManyConnections = 'rate-limited: too many connections, please try again later'

export class NostrServer {
  readonly verifier: VerifierTier
  readonly #parts: ServerParts
  readonly #sendQueues: SendBudget
  readonly #turnEnd = new TurnEnd()
  readonly #messages = new MessageScheduler()
  readonly #accounts: AddressAccounts
  readonly #names: NostrServerOptions['names']
  readonly #verifierPool: VerifierPool
  readonly #open = new Set<OpenConnection>()
  arrivals = 0
  /** Who gets the open connections when they are closed. */
  heir: Heir | undefined
  readonly #arriving = new Set<Duplex>()
  readonly #server: WebSocketServer
  readonly #rounds: readonly Round<void>[]
  readonly #stopListening: () => void

  private constructor(options: NostrServerOptions, verifier: VerifierTier) {
    const { now, log } = options
    this.verifier = verifier
    this.#verifierPool = new VerifierPool({ workers: options.verifierWorkers })
    this.#parts = buildParts(options, this.#verifierPool)
    const { limits, fanOut } = this.#parts
    this.#sendQueues = new SendBudget(limits.allUnsentBytesMax)
    this.#accounts = new AddressAccounts({ limits, sendQueues: this.#sendQueues, now })
    this.#names = options.names
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
    options.bus?.on('published', ({ event, json }) => fanOut.hand(event, json))
    this.#stopListening = options.access.onBlocked(pubkey => this.#closeConnectionsOf(pubkey))
  }

  static async open(options: NostrServerOptions): Promise<NostrServer> {
    const { tier } = await loadBestTier()
    return new NostrServer(options, tier)
  }

  get limitation() {
    return limitationOf(this.#parts.limits, this.#parts.policy.minimumDifficulty)
  }

  connections(): number {
    return this.#open.size
  }

  *clients(): Generator<ClientState> {
    for (const { id, connection, sendQueue } of this.#open)
      yield { id, ...connection.tell(), unsentBytes: sendQueue.unsentBytes }
  }

  /** Closes one connection, whose client can return. False if it is gone. */
  disconnect(id: number): boolean {
    const open = [...this.#open].find(one => one.id === id)
    if (open) void this.#dismiss(open, policyViolation, { reason: 'closed by the operator' })
    return open !== undefined
  }

  /** Publishes an event that came by HTTP from this address, judged as if by websocket. Never rejects. */
  async publish(event: NostrEvent, address: string): Promise<PublishAnswer> {
    const { limits, intake, traffic, refusals } = this.#parts
    const problem = errorOfEvent(event, limits)
    const { customer } = customerKeys(address)
    const context = { authenticated: new Set<string>(), address: customer, sharer: customer, ip: address }
    if (problem === null) {
      const answer = await intake.publish(event, new CanonicalEvent(event).json, context)
      if (answer.accepted) traffic.accepted()
      else traffic.refused()
      return answer
    }
    const [cause, message] = ['invalid' as const, `invalid: ${problem}`]
    refusals.note({ what: 'event', cause, text: message, address })
    traffic.refused()
    return { accepted: false, message, cause }
  }

  unsentBytes(): number {
    return this.#sendQueues.total
  }

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void {
    if (socket.destroyed) return
    const account = this.#admit(address)
    if ('reason' in account) {
      if (account.cause === 'rate') refuseAsFull(socket, account.reason)
      else refuseAsBlocked(socket, account.reason)
      return
    }
    // Its turn comes like a message's: when thousands return after a restart, others are answered between them.
    const arrival: Sender = {
      handle: head => {
        if (!this.#arriving.delete(socket)) return
        this.#names.noteArrival(request.headers.host ?? '', address)
        this.#server.handleUpgrade(request, socket, head, websocket =>
          this.#welcome(websocket, socket, { account, ip: address, agent: request.headers['user-agent'] }),
        )
      },
      wait: () => {},
    }
    socket.once('close', () => {
      this.#arriving.delete(socket)
      this.#messages.forget(account.turn, arrival)
      account.leave()
    })
    this.#arriving.add(socket)
    this.#messages.take(account.turn, arrival, head)
  }

  /** Continues a connection of an earlier process, whose client notices nothing. One that is not admitted is cut off. */
  adopt(kept: KeptConnection, socket: Socket): void {
    const { address: ip, agent, unread } = kept
    const account = this.#admit(ip)
    socket.on('error', () => socket.destroy())
    if ('reason' in account) {
      socket.destroy()
      return
    }
    socket.once('close', () => account.leave())
    withoutWriting(socket, () =>
      this.#server.handleUpgrade(handshakeOf(kept), socket, Buffer.from(unread, 'base64'), websocket =>
        this.#welcome(websocket, socket, { account, ip, agent, kept }),
      ),
    )
  }

  #admit(address: string): AddressAccount | Refusal {
    const refusal = this.#parts.policy.judgeAddress(address)
    const isFull = this.#open.size + this.#arriving.size >= this.#parts.limits.connectionsMax
    const account = refusal || isFull ? null : this.#accounts.connect(address)
    if (account) return account
    const refused = refusal ?? refuse('rate', tooManyConnections)
    this.#parts.refusals.note({ ...refused, what: 'connection', text: refused.reason, address })
    return refused
  }

  /** Gives open connections to the heir, and closes all others with 1001; the server can be used again. */
  async closeConnections(): Promise<void> {
    for (const socket of this.#arriving) refuseAsFull(socket, 'error: the relay stops')
    this.#arriving.clear()
    const dismiss = (open: OpenConnection) => this.#dismiss(open, goingAway, { reason: 'the relay stops' })
    if (this.heir) await handOver(this.#open, this.heir, { dismiss, forget: open => this.#open.delete(open) })
    await Promise.all([...this.#open].map(dismiss))
  }

  verify(json: string, customer: unknown): Promise<Verdict> {
    return this.#verifierPool.verify(json, customer)
  }

  async close(): Promise<void> {
    for (const round of this.#rounds) await round.close()
    this.#stopListening()
    await this.closeConnections()
    await this.#verifierPool.close()
  }

  #welcome(websocket: WebSocket, socket: Duplex, guest: Guest): void {
    this.arrivals += 1
    const open = openConnection({ id: this.arrivals, websocket, socket, guest }, this.#parts, {
      messages: this.#messages,
      turnEnd: this.#turnEnd,
      names: this.#names,
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
    const { policy } = this.#parts
    for (const open of this.#open) {
      const refusal = policy.judgeAddress(open.connection.ip)
      if (refusal) void this.#dismiss(open, policyViolation, refusal)
      else open.connection.judgeReads()
    }
  }

  #closeConnectionsOf(pubkey: string): void {
    // No list locks the last owner out.
    const refusal = this.#parts.policy.judgeReader(pubkey)
    if (!refusal) return
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
