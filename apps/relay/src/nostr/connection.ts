import type { NostrEvent } from '@hornets/contract'
import type { Logger } from '@hornets/server/logger'
import { type EventStore, QueryTooCostly } from '../events/event-store.ts'
import type { Filter } from '../events/filter.ts'
import type { Policy } from '../policy/policy.ts'
import type { Authentication } from './authentication.ts'
import type { NostrLimits } from './limits.ts'
import { authAnswer, closedAnswer, countAnswer, noticeAnswer, okAnswer } from './messages/answers.ts'
import { type ClientMessage, parseMessage } from './messages/parse-message.ts'
import type { Publisher } from './publisher.ts'
import { Subscription } from './subscriptions/subscription.ts'
import type { SubscriptionIndex } from './subscriptions/subscription-index.ts'
import { TokenBucket } from './token-bucket.ts'
import { Turnstile } from './turnstile.ts'
import type { VerifierPool } from './verification/verifier-pool.ts'

/** Counts what the door does, for the traffic chart. */
export interface TrafficCounter {
  accepted(): void
  refused(): void
}

/** What all connections of the door share. */
export interface DoorParts {
  readonly events: EventStore
  readonly policy: Policy
  readonly verifier: VerifierPool
  readonly publisher: Publisher
  readonly subscriptions: SubscriptionIndex<Subscription>
  readonly traffic: TrafficCounter
  readonly limits: NostrLimits
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly log: Logger
}

/** The client's end of a connection. */
export interface Line {
  send(text: string): void
  /** Resolves once the client has taken what was sent, or is gone. */
  flushed(): Promise<void>
  pauseReading(paused: boolean): void
}

/** One client: what it says, what it subscribes to, who it is. */
export class Connection {
  readonly #parts: DoorParts
  readonly #line: Line
  readonly #authentication: Authentication
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #authors = new Set<string>()
  readonly #eventTokens: TokenBucket
  readonly #requestTokens: TokenBucket
  readonly #queries: Turnstile
  #eventsInFlight = 0
  #closed = false

  constructor(parts: DoorParts, line: Line, authentication: Authentication) {
    const { limits, now } = parts
    this.#parts = parts
    this.#line = line
    this.#authentication = authentication
    this.#eventTokens = new TokenBucket(limits.eventsPerSecond, limits.eventsBurst, now)
    this.#requestTokens = new TokenBucket(limits.requestsPerSecond, limits.requestsBurst, now)
    this.#queries = new Turnstile(limits.queriesAtOnceMax)
    line.send(authAnswer(authentication.challenge))
  }

  /** A text message of the client. */
  receive(text: string): void {
    const message = parseMessage(text, this.#parts.limits)
    const tokens = message.type === 'EVENT' ? this.#eventTokens : this.#requestTokens
    if (message.type !== 'CLOSE' && !tokens.take()) this.#refuseForRate(message)
    else this.#act(message)
  }

  /** Whether the client has signed in or published with this key. */
  isOf(pubkey: string): boolean {
    return this.#authentication.pubkeys.has(pubkey) || this.#authors.has(pubkey)
  }

  /** The client is gone. */
  end(): void {
    this.#closed = true
    for (const id of this.#subscriptions.keys()) this.#endSubscription(id)
  }

  #act(message: ClientMessage): void {
    switch (message.type) {
      case 'EVENT':
        void this.#publish(message.event, message.json)
        break
      case 'REQ':
        this.#subscribe(message.subscriptionId, message.filters)
        break
      case 'CLOSE':
        this.#endSubscription(message.subscriptionId)
        break
      case 'COUNT':
        void this.#count(message.subscriptionId, message.filters)
        break
      case 'AUTH':
        void this.#authenticate(message.event, message.json)
        break
      case 'refused':
        this.#line.send(message.answer)
    }
  }

  #refuseForRate(message: ClientMessage): void {
    const text = 'rate-limited: slow down, please'
    if (message.type === 'EVENT') this.#answerEvent(message.event.id, false, text)
    else if (message.type === 'AUTH') this.#line.send(okAnswer(message.event.id, false, text))
    else if ('subscriptionId' in message) this.#line.send(closedAnswer(message.subscriptionId, text))
    else this.#line.send(noticeAnswer(text))
  }

  async #publish(event: NostrEvent, json: string): Promise<void> {
    const { limits, publisher } = this.#parts
    this.#eventsInFlight += 1
    if (this.#eventsInFlight === limits.eventsInFlightMax) this.#line.pauseReading(true)
    const { accepted, message } = await publisher.publish(event, json, {
      authenticated: this.#authentication.pubkeys,
    })
    this.#eventsInFlight -= 1
    if (this.#eventsInFlight === limits.eventsInFlightMax - 1) this.#line.pauseReading(false)
    if (accepted && this.#authors.size < limits.authorsRememberedMax) this.#authors.add(event.pubkey)
    this.#answerEvent(event.id, accepted, message)
  }

  #answerEvent(id: string, accepted: boolean, message: string): void {
    if (accepted) this.#parts.traffic.accepted()
    else this.#parts.traffic.refused()
    this.#line.send(okAnswer(id, accepted, message))
  }

  #subscribe(id: string, filters: readonly Filter[]): void {
    const { subscriptions, limits } = this.#parts
    this.#endSubscription(id)
    if (this.#subscriptions.size >= limits.subscriptionsMax) {
      this.#line.send(closedAnswer(id, `restricted: ${limits.subscriptionsMax} subscriptions at most`))
      return
    }
    const subscription = new Subscription(id, filters, {
      send: text => this.#line.send(text),
      overrun: () =>
        this.#refuseSubscription(subscription, 'error: too much came in before the stored events were read'),
      heldMax: limits.heldEventsMax,
    })
    this.#subscriptions.set(id, subscription)
    subscriptions.add(subscription, filters)
    void this.#sendStored(subscription, this.#parts.events.mark())
  }

  async #sendStored(subscription: Subscription, upTo: number): Promise<void> {
    const { events, limits } = this.#parts
    const { signal } = subscription
    const filters = subscription.filters.map(filter => withLimit(filter, limits)).filter(({ limit }) => limit > 0)
    try {
      await this.#queries.pass(async () => {
        if (filters.length === 0 || signal.aborted) return
        for await (const chunk of events.query(filters, { upTo, signal })) {
          for (const json of chunk) subscription.sendStored(json)
          await this.#line.flushed()
        }
      })
      if (!signal.aborted) subscription.goLive()
    } catch (error) {
      if (!signal.aborted) this.#refuseSubscription(subscription, this.#queryFault(error))
    }
  }

  async #count(id: string, filters: readonly Filter[]): Promise<void> {
    try {
      const count = await this.#queries.pass(() => this.#parts.events.count(filters))
      this.#line.send(countAnswer(id, count))
    } catch (error) {
      this.#line.send(closedAnswer(id, this.#queryFault(error)))
    }
  }

  async #authenticate(event: NostrEvent, json: string): Promise<void> {
    const { verifier, policy, now } = this.#parts
    const verdict = await verifier.verify(json).catch(() => 'wrong-signature')
    const right = verdict === 'plain' || verdict === 'right'
    const fault = right ? this.#authentication.faultOf(event, Math.floor(now() / 1000)) : 'the signature does not match'
    const refusal = fault === null ? policy.judgeReader(event.pubkey) : null
    if (fault === null && refusal === null) this.#authentication.pubkeys.add(event.pubkey)
    const message = fault === null ? (refusal?.reason ?? '') : `invalid: ${fault}`
    this.#line.send(okAnswer(event.id, message === '', message))
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

  #queryFault(error: unknown): string {
    if (error instanceof QueryTooCostly) return 'error: the query is too costly, please narrow it'
    if (!this.#closed) this.#parts.log.error({ err: error }, 'a query failed')
    return 'error: the query failed, please try again'
  }
}

function withLimit(filter: Filter, { limitDefault, limitMax }: NostrLimits): Filter & { limit: number } {
  return { ...filter, limit: Math.min(filter.limit ?? limitDefault, limitMax) }
}
