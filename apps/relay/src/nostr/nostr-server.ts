import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { NostrEvent } from '@hornets/contract'
import { customerKeys } from '@hornets/server/http/caller'
import { CanonicalEvent } from '../events/canonical-event.ts'
import { isEphemeral } from '../events/event-kinds.ts'
import type { CacheState } from '../events/event-store.ts'
import type { Refusal } from '../policy/refusal.ts'
import { buildParts } from './build-parts.ts'
import type { ClientState } from './client-counts.ts'
import type { LiveEvents, PublishAnswer } from './event-intake.ts'
import { isOwnAddress } from './fairness/address-accounts.ts'
import { limitationOf } from './fairness/limits.ts'
import type { Heir, KeptConnection } from './handing/kept-connection.ts'
import { errorOfEvent } from './messages/parse-event.ts'
import { refuseAsBlocked, refuseAsFull } from './messages/refuse-upgrade.ts'
import type { NostrServerOptions } from './server-options.ts'
import type { ServerParts } from './server-parts.ts'
import type { ServingProcess } from './serving/serving-process.ts'
import { type ProcessState, type ServingOptions, ServingProcesses } from './serving/serving-processes.ts'
import type { Verdict } from './verification/check-event.ts'
import { loadBestTier, type VerifierTier } from './verification/schnorr.ts'
import { VerifierPool } from './verification/verifier-pool.ts'
import { Websockets } from './websockets.ts'

/** Other processes check the signatures of what comes by websocket. */
const workersBeside = 1

export class NostrServer {
  readonly verifier: VerifierTier
  readonly #parts: ServerParts
  readonly #policy: NostrServerOptions['policy']
  readonly #names: NostrServerOptions['names']
  readonly #verifierPool: VerifierPool
  readonly #websockets: Websockets
  readonly #serving: ServingProcesses | undefined
  #lastId = 0
  arrivals = 0
  /** Whether a public server takes clients for it. */
  isOpen = false
  /** Who gets the open connections when they are closed. */
  heir: Heir | undefined
  /** Clients on other machines wait there for the next main process. */
  isEnding = false
  readonly #stopListening: () => void

  private constructor(options: NostrServerOptions, verifier: VerifierTier) {
    this.verifier = verifier
    this.#verifierPool = new VerifierPool({
      workers: options.serving?.processes ? workersBeside : options.verifierWorkers,
    })
    const built = buildParts(options, this.#verifierPool, fanOut => this.#liveFor(options, fanOut))
    this.#parts = built.parts
    this.#policy = options.policy
    this.#names = options.names
    const isOurs = (address: string) => options.names.isOurs(address)
    this.#websockets = new Websockets(this.#parts, { ...options, isOurs })
    this.#serving = options.serving && this.#startServing(options, options.serving, built)
    options.bus?.on('published', ({ event, json }) => built.live.hand(event, json))
    this.#stopListening = options.access.onBlocked(pubkey => this.#closeConnectionsOf(pubkey))
  }

  static async open(options: NostrServerOptions): Promise<NostrServer> {
    const { tier } = await loadBestTier()
    const server = new NostrServer(options, tier)
    await server.#serving?.ready()
    return server
  }

  get limitation() {
    return limitationOf(this.#parts.limits, this.#policy.minimumDifficulty)
  }

  connections(): number {
    return this.#websockets.count + (this.#serving?.open ?? 0)
  }

  async clients(): Promise<readonly ClientState[]> {
    return [...this.#websockets.clients(), ...((await this.#serving?.clients()) ?? [])]
  }

  /** Of the processes that serve clients beside this one. */
  get servingPids(): readonly number[] {
    return this.#serving?.pids ?? []
  }

  /** Where serving processes of other machines connect. */
  get machinesPort(): number | undefined {
    return this.#serving?.machinesPort
  }

  /** Kept answers of all processes. */
  cacheState(own: CacheState): CacheState {
    return [own, ...(this.#serving?.cacheStates ?? [])].reduce((sum, one) => ({
      entries: sum.entries + one.entries,
      hits: sum.hits + one.hits,
      misses: sum.misses + one.misses,
      bytes: sum.bytes + one.bytes,
    }))
  }

  /** Closes one connection, whose client can return. False if it is gone. */
  disconnect(id: number): boolean {
    return this.#websockets.disconnect(id) || (this.#serving?.disconnect(id) ?? false)
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

  /** Of the processes beside this one. */
  processes(): readonly ProcessState[] {
    return this.#serving?.states ?? []
  }

  unsentBytes(): number {
    return this.#websockets.unsentBytes + (this.#serving?.unsentBytes ?? 0)
  }

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void {
    if (socket.destroyed) return
    const refusal = this.#refusalOf(address)
    if (refusal) {
      if (refusal.cause === 'rate') refuseAsFull(socket, refusal.reason)
      else refuseAsBlocked(socket, refusal.reason)
      return
    }
    this.#lastId += 1
    const id = this.#lastId
    const serving = this.#processFor(address)
    const onOpen = () => {
      this.arrivals += 1
      this.#names.noteArrival(request.headers.host ?? '', address)
    }
    if (serving) serving.giveUpgrade(socket, request, { head, id, address, onOpen })
    else this.#websockets.handleUpgrade(request, socket, head, { id, address, onOpen })
  }

  /** Continues a connection of an earlier process. */
  adopt(kept: KeptConnection, socket: Socket): void {
    const { address, pubkeys, authors = [] } = kept
    // A key may have been blocked while no process had the connection.
    if (this.#refusalOf(address, [...pubkeys, ...authors])) {
      socket.destroy()
      return
    }
    const onOpen = () => {
      this.arrivals += 1
    }
    this.#lastId += 1
    const serving = this.#processFor(address)
    if (serving) serving.giveKept(socket, kept, { id: this.#lastId, onOpen })
    else this.#websockets.adopt(kept, socket, { id: this.#lastId, onOpen })
  }

  /** An address whose process has to be started again is served here, until it has no connections left here. */
  #processFor(address: string): ServingProcess | undefined {
    const serving = this.#serving?.choose(address)
    return serving && !isOwnAddress(address) && this.#websockets.isConnected(address) ? undefined : serving
  }

  #refusalOf(address: string, keys: readonly string[] = []): Refusal | null {
    let refusal = this.#policy.judgeAddress(address)
    for (const pubkey of keys) refusal ??= this.#policy.judgeReader(pubkey)
    if (refusal) this.#parts.refusals.note({ ...refusal, what: 'connection', text: refusal.reason, address })
    if (refusal) return refusal
    const { count, arriving } = this.#websockets
    const all = count + arriving + (this.#serving?.count ?? 0)
    return all >= this.#parts.limits.connectionsMax ? this.#websockets.noteFull(address) : null
  }

  /** Gives open connections to the heir, and closes all others with 1001; the server can be used again. */
  async closeConnections(): Promise<void> {
    this.isOpen = false
    if (this.heir && this.#serving) await Promise.all([this.#websockets.settle(), this.#serving.settle()])
    await Promise.all([
      this.#websockets.closeConnections(this.heir),
      this.#serving?.closeConnections(this.heir, this.isEnding),
    ])
  }

  verify(json: string, customer: unknown): Promise<Verdict> {
    return this.#verifierPool.verify(json, customer)
  }

  async close(): Promise<void> {
    this.#stopListening()
    await this.#websockets.close()
    await this.#serving?.closeConnections(undefined, this.isEnding)
    await this.#serving?.close()
    await this.#verifierPool.close()
  }

  /** Ends the subscriptions of those who can no longer read: an entry has expired, a subscription has ended. */
  judgeReads(): void {
    this.#websockets.judgeReads()
    this.#serving?.judgeReads()
  }

  judgeAgain(): void {
    this.#websockets.judgeAgain()
    this.#serving?.judgeAgain()
  }

  #closeConnectionsOf(pubkey: string): void {
    // No list locks the last owner out.
    const refusal = this.#policy.judgeReader(pubkey)
    if (!refusal) return
    this.#websockets.closeConnectionsOf(pubkey, refusal)
    this.#serving?.closeConnectionsOf(pubkey, refusal)
  }

  /** After a change of what it says: the mode, who can read, whether readers have filters, the cache. */
  tellPolicy(): void {
    this.#serving?.tellPolicy()
  }

  #liveFor({ serving, events }: NostrServerOptions, own: LiveEvents): LiveEvents {
    if (!serving) return own
    return {
      hand: (event, json, audience) => {
        own.hand(event, json, audience)
        this.#serving?.live(json, audience, isEphemeral(event.kind) ? null : events.mark())
      },
    }
  }

  #startServing(
    { policy, names, compresses = false, verifierWorkers }: NostrServerOptions,
    serving: ServingOptions,
    { parts, verified }: Pick<ReturnType<typeof buildParts>, 'parts' | 'verified'>,
  ): ServingProcesses {
    return new ServingProcesses({
      ...serving,
      parts,
      policy,
      verified,
      compresses,
      verifierWorkers,
      isOurs: address => names.isOurs(address),
      isOpen: () => this.isOpen,
      onOpen: () => {
        this.arrivals += 1
      },
    })
  }
}
