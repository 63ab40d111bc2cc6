import type { NostrEvent } from '@hornets/contract'
import type { Logger } from '@hornets/server/process/logger'
import pLimit, { type LimitFunction } from 'p-limit'
import { type EventStore, QueryTooCostly } from '../events/event-store.ts'
import { countValues, type Filter } from '../events/filter.ts'
import type { ReadScope } from '../events/read-scope.ts'
import type { Policy } from '../policy/policy.ts'
import { judgeFilters, reachableOf, readScopeOf } from '../policy/read-policy.ts'
import type { Authentication } from './authentication.ts'
import type { AddressAccount } from './fairness/address-accounts.ts'
import type { FanOutClient } from './fairness/bound-fan-out.ts'
import { InFlight } from './fairness/in-flight.ts'
import { Pace } from './fairness/pace.ts'
import { type QueryScheduler, type ReadKind, TooManyReads } from './fairness/query-scheduler.ts'
import { TokenBucket } from './fairness/token-bucket.ts'
import type { NostrLimits } from './limits.ts'
import { authAnswer, closedAnswer, countAnswer, noticeAnswer, okAnswer } from './messages/answers.ts'
import { type ClientMessage, parseMessage } from './messages/parse-message.ts'
import type { Publisher } from './publisher.ts'
import type { Frames, Message } from './sending/websocket-frame.ts'
import { SignInQueue } from './sign-in-queue.ts'
import type { FanOut } from './subscriptions/fan-out.ts'
import { type StoredAnswer, sendAtOnce, sendInTurn } from './subscriptions/send-stored.ts'
import { Subscription } from './subscriptions/subscription.ts'
import type { SubscriptionIndex } from './subscriptions/subscription-index.ts'
import type { VerifierPool } from './verification/verifier-pool.ts'

export interface TrafficCounter {
  accepted(): void
  refused(): void
}

export interface ServerParts {
  readonly events: EventStore
  readonly policy: Policy
  readonly verifier: VerifierPool
  readonly publisher: Publisher
  readonly subscriptions: SubscriptionIndex<Subscription>
  readonly fanOut: FanOut<Subscription>
  readonly traffic: TrafficCounter
  readonly limits: NostrLimits
  readonly scheduler: QueryScheduler
  /**
   * Called with a key that has signed in, and the network address that it counts for; null if many share that address.
   */
  readonly onSignedIn: (pubkey: string, place: string | null) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly log: Logger
}

/** The transport of one client. */
export interface Line {
  send(text: string): void
  /** A message in two parts, which are not copied while waiting. */
  sendMessage(message: Message): void
  /** Messages with their frame headers. */
  sendFrames(frames: Frames): void
  /** Resolves once the client has received enough or is gone; undefined while little is waiting. */
  hasRoom(): Promise<void> | undefined
  pauseReading(paused: boolean): void
  /** Stops reading for this time. */
  rest(millis: number): void
}

/** One client: its messages, subscriptions and authenticated keys. */
export class Connection implements FanOutClient {
  readonly #parts: ServerParts
  readonly #line: Line
  readonly #account: AddressAccount
  readonly #authentication: Authentication
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #authors = new Set<string>()
  readonly #eventTokens: TokenBucket
  readonly #requestTokens: TokenBucket
  readonly #bytes: Pace
  /** Created with the first read that has to wait; most connections never need it. */
  #queries: LimitFunction | undefined
  readonly #inFlight: InFlight
  readonly #signIns: SignInQueue
  readonly #fanOutWork = { steps: 0 }
  /** Aborts when the client is gone. */
  readonly #ended = new AbortController()
  #counts = 0

  constructor(parts: ServerParts, line: Line, account: AddressAccount, authentication: Authentication) {
    const { limits, now } = parts
    this.#parts = parts
    this.#line = line
    this.#account = account
    this.#authentication = authentication
    this.#signIns = new SignInQueue(parts, authentication, {
      send: text => line.send(text),
      signedIn: pubkey => parts.onSignedIn(pubkey, account.key),
    })
    this.#eventTokens = new TokenBucket(limits.eventsPerSecond, limits.eventsBurst, now)
    this.#requestTokens = new TokenBucket(limits.requestsPerSecond, limits.requestsBurst, now)
    this.#bytes = new Pace(limits.bytesPerSecond, limits.bytesBurst, now)
    this.#inFlight = new InFlight(limits, account.loads, paused => line.pauseReading(paused))
    line.send(authAnswer(authentication.challenge))
  }

  receive(text: string): void {
    if (this.#ended.signal.aborted) return
    const restMillis = Math.max(this.#bytes.spend(text.length), this.#account.receive(text.length))
    if (restMillis > 0) this.#line.rest(restMillis)
    const message = parseMessage(text, this.#parts.limits)
    const tokens = message.type === 'EVENT' ? this.#eventTokens : this.#requestTokens
    if (message.type !== 'CLOSE' && !tokens.take()) this.#refuseForRate(message)
    else this.#act(message)
  }

  /** Whether the client has authenticated or published with this key. */
  isOf(pubkey: string): boolean {
    return this.#authentication.pubkeys.has(pubkey) || this.#authors.has(pubkey)
  }

  get place(): string | null {
    return this.#account.key
  }

  takeFanOutSteps(): number {
    const { steps } = this.#fanOutWork
    this.#fanOutWork.steps = 0
    return steps
  }

  endSubscriptions(message: string): void {
    for (const subscription of [...this.#subscriptions.values()]) this.#refuseSubscription(subscription, message)
  }

  /** The client is gone or being disconnected: its further messages are ignored. */
  end(): void {
    this.#ended.abort()
    for (const id of this.#subscriptions.keys()) this.#endSubscription(id)
  }

  #act(message: ClientMessage): void {
    switch (message.type) {
      case 'EVENT':
        void this.#publish(message.event, message.json)
        break
      case 'REQ':
      case 'CLOSE':
      case 'COUNT':
        this.#signIns.after(() => this.#ask(message))
        break
      case 'AUTH':
        this.#signIns.add(message.event, message.json)
        break
      case 'refused':
        this.#line.send(message.answer)
    }
  }

  #ask(message: Extract<ClientMessage, { type: 'REQ' | 'COUNT' | 'CLOSE' }>): void {
    if (this.#ended.signal.aborted) return
    const { type, subscriptionId: id } = message
    if (type !== 'COUNT') this.#endSubscription(id)
    if (type === 'CLOSE') return
    const refusal = judgeFilters(message.filters, this.#authentication.pubkeys)
    if (refusal) this.#line.send(closedAnswer(id, refusal.reason))
    else if (type === 'REQ') this.#subscribe(id, message.filters)
    else void this.#count(id, message.filters)
  }

  #refuseForRate(message: ClientMessage): void {
    const text = 'rate-limited: slow down, please'
    if (message.type === 'EVENT') this.#answerEvent(message.event.id, false, text)
    else if (message.type === 'AUTH') this.#line.send(okAnswer(message.event.id, false, text))
    else if ('subscriptionId' in message) this.#line.send(closedAnswer(message.subscriptionId, text))
    else this.#line.send(noticeAnswer(text))
  }

  async #publish(event: NostrEvent, json: string): Promise<void> {
    const { limits, publisher, fanOut } = this.#parts
    this.#inFlight.enter(json.length)
    await this.#signIns.done
    const { accepted, message } = await publisher.publish(event, json, {
      authenticated: this.#authentication.pubkeys,
      address: this.#account.key,
    })
    if (accepted && this.#authors.size < limits.authorsRememberedMax) this.#authors.add(event.pubkey)
    this.#answerEvent(event.id, accepted, message)
    // The event stays in flight until there is room, so that events do not arrive faster than they are sent.
    await fanOut.hasRoom()
    this.#inFlight.leave(json.length)
  }

  #answerEvent(id: string, accepted: boolean, message: string): void {
    if (accepted) this.#parts.traffic.accepted()
    else this.#parts.traffic.refused()
    this.#line.send(okAnswer(id, accepted, message))
  }

  #subscribe(id: string, filters: readonly Filter[]): void {
    const { subscriptions, limits } = this.#parts
    const error = this.#subscriptionError(filters)
    if (error !== null) {
      this.#line.send(closedAnswer(id, `restricted: ${error}`))
      return
    }
    const subscription = new Subscription(id, filters, {
      send: text => this.#line.send(text),
      sendMessage: message => this.#line.sendMessage(message),
      sendFrames: frames => this.#line.sendFrames(frames),
      keys: this.#authentication.pubkeys,
      overrun: () =>
        this.#refuseSubscription(subscription, 'error: too many new events arrived before the stored ones were read'),
      heldMax: limits.heldEventsMax,
      heldBytesMax: limits.heldBytesMax,
    })
    this.#subscriptions.set(id, subscription)
    // A search ranks stored events; there is no next best match to send later.
    subscriptions.add(
      subscription,
      filters.filter(({ search }) => search === undefined),
      this.#fanOutWork,
    )
    void this.#sendStored(subscription, filters, this.#parts.events.mark())
  }

  #scope(): ReadScope {
    return readScopeOf(this.#authentication.pubkeys)
  }

  /** Why one more subscription exceeds a limit; null if it does not. */
  #subscriptionError(filters: readonly Filter[]): string | null {
    const { subscriptionsMax, subscribedFiltersMax, subscribedValuesMax } = this.#parts.limits
    let count = filters.length
    let values = filters.reduce((sum, filter) => sum + countValues(filter), 0)
    for (const subscription of this.#subscriptions.values()) {
      count += subscription.filterCount
      values += subscription.valueCount
    }
    if (this.#subscriptions.size >= subscriptionsMax) return `${subscriptionsMax} subscriptions at most`
    if (count > subscribedFiltersMax) return `${subscribedFiltersMax} filters in all subscriptions at most`
    return values > subscribedValuesMax ? `${subscribedValuesMax} values in all subscriptions at most` : null
  }

  async #sendStored(subscription: Subscription, wanted: readonly Filter[], upTo: number): Promise<void> {
    const { events, limits } = this.#parts
    const reachable = reachableOf(wanted, this.#authentication.pubkeys)
    const filters = reachable.map(filter => withLimit(filter, limits)).filter(({ limit }) => limit > 0)
    const query = { scope: this.#scope(), upTo, isAside: true, margins: subscription.margins }
    const answer: StoredAnswer = {
      atOnce: () => this.#parts.scheduler.atOnce(this.#account.queries, () => events.queryAtOnce(filters, query)),
      open: () => events.query(filters, { ...query, signal: subscription.signal })[Symbol.asyncIterator](),
      inTurn: read => this.#read('events', read),
      hasRoom: () => this.#line.hasRoom(),
    }
    try {
      if (filters.length > 0 && !sendAtOnce(subscription, answer))
        await this.#inLine(async () => {
          if (!subscription.isOver) await sendInTurn(subscription, answer)
        })
      if (!subscription.isOver) subscription.goLive()
    } catch (error) {
      if (!subscription.isOver) this.#refuseSubscription(subscription, this.#queryError(error))
    }
  }

  async #count(id: string, filters: readonly Filter[]): Promise<void> {
    const { events, limits } = this.#parts
    if (this.#counts >= limits.countsMax) {
      this.#line.send(closedAnswer(id, `rate-limited: at most ${limits.countsMax} concurrent counts`))
      return
    }
    const { signal } = this.#ended
    const reachable = reachableOf(filters, this.#authentication.pubkeys)
    this.#counts += 1
    try {
      const query = { scope: this.#scope(), signal, isAside: true }
      const count =
        this.#parts.scheduler.atOnce(this.#account.queries, () => events.countAtOnce(reachable, query)) ??
        (await this.#inLine(() => this.#read('count', () => events.count(reachable, query))))
      this.#line.send(countAnswer(id, count))
    } catch (error) {
      if (!signal.aborted) this.#line.send(closedAnswer(id, this.#queryError(error)))
    } finally {
      this.#counts -= 1
    }
  }

  /** Limits a connection's concurrent reads; the others wait. */
  #inLine<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#queries ??= pLimit(this.#parts.limits.queriesAtOnceMax)
    return this.#queries(work)
  }

  #read<Result>(kind: ReadKind, read: () => Promise<Result>): Promise<Result> {
    return this.#parts.scheduler.run({ account: this.#account.queries, connection: this, kind }, read)
  }

  #endSubscription(id: string): void {
    const subscription = this.#subscriptions.get(id)
    if (!subscription) return
    this.#subscriptions.delete(id)
    this.#parts.subscriptions.remove(subscription)
    subscription.end()
  }

  #refuseSubscription(subscription: Subscription, message: string): void {
    if (this.#subscriptions.get(subscription.id) !== subscription) return
    this.#endSubscription(subscription.id)
    this.#line.send(closedAnswer(subscription.id, message))
  }

  #queryError(error: unknown): string {
    if (error instanceof QueryTooCostly) return 'error: the query is too costly, please narrow it'
    if (error instanceof TooManyReads) return 'rate-limited: too many queries from your address are waiting'
    if (!this.#ended.signal.aborted) this.#parts.log.error({ err: error }, 'a query failed')
    return 'error: the query failed, please try again'
  }
}

function withLimit(filter: Filter, { limitDefault, limitMax }: NostrLimits): Filter & { limit: number } {
  return { ...filter, limit: Math.min(filter.limit ?? limitDefault, limitMax) }
}
