import type { NostrEvent } from '@hornets/contract'
import type { RefusalCause } from '@hornets/contract/admin/refusals/causes'
import type { RefusedThing } from '@hornets/contract/admin/refusals/refusals'
import { TokenBucket } from '@hornets/server/token-bucket'
import type { ClientCounts } from './client-counts.ts'
import { ClientReads } from './client-reads.ts'
import type { AddressAccount } from './fairness/address-accounts.ts'
import type { FanOutClient } from './fairness/bound-fan-out.ts'
import { InFlight } from './fairness/in-flight.ts'
import { Pace } from './fairness/pace.ts'
import type { KeptReads } from './handing/kept-connection.ts'
import { authAnswer, closedAnswer, negError, noticeAnswer, okAnswer } from './messages/answers.ts'
import { type ClientMessage, parseMessage } from './messages/parse-message.ts'
import { Comparisons } from './negentropy/comparisons.ts'
import type { Line, ServerParts } from './server-parts.ts'
import type { Authentication } from './sign-in/authentication.ts'
import { SignInQueue } from './sign-in/sign-in-queue.ts'

export interface ConnectionParts {
  readonly line: Line
  readonly account: AddressAccount
  readonly authentication: Authentication
  readonly counts: ClientCounts
  /** Of a connection that another process began. */
  readonly kept?: KeptReads | undefined
}

export class Connection implements FanOutClient {
  readonly #parts: ServerParts
  readonly #line: Line
  readonly #account: AddressAccount
  readonly #authentication: Authentication
  readonly #reads: ClientReads
  readonly #comparisons: Comparisons
  readonly #authors: Set<string>
  readonly #eventTokens: TokenBucket
  readonly #requestTokens: TokenBucket
  readonly #bytes: Pace
  readonly #forged: Pace
  readonly #inFlight: InFlight
  readonly #signIns: SignInQueue
  readonly #counts: ClientCounts
  readonly #ended = new AbortController()

  constructor(parts: ServerParts, { line, account, authentication, counts, kept }: ConnectionParts) {
    const { limits, now } = parts
    this.#counts = counts
    this.#parts = parts
    this.#line = line
    this.#account = account
    this.#authentication = authentication
    this.#authors = new Set(kept?.authors)
    const reading = { server: parts, line, account, keys: authentication.pubkeys, ended: this.#ended.signal }
    this.#reads = new ClientReads(reading)
    this.#comparisons = new Comparisons(reading)
    this.#signIns = new SignInQueue(parts, authentication, {
      ip: line.ip,
      sharer: account.sharer,
      send: text => line.send(text),
      forged: () => this.#restAfterForged(),
      signedIn: pubkey => parts.onSignedIn(pubkey, account.key),
    })
    this.#eventTokens = new TokenBucket({ burst: limits.eventsBurst, perMinute: limits.eventsPerSecond * 60 }, now)
    this.#requestTokens = new TokenBucket(
      { burst: limits.requestsBurst, perMinute: limits.requestsPerSecond * 60 },
      now,
    )
    this.#bytes = new Pace(limits.bytesPerSecond, limits.bytesBurst, now)
    this.#forged = new Pace(limits.forgedPerSecond, limits.forgedBurst, now)
    this.#inFlight = new InFlight(limits, account.loads, paused => line.pauseReading(paused))
    if (!kept) line.send(authAnswer(authentication.challenge))
    else {
      this.#reads.resume(kept.subscriptions)
      this.judgeReads()
    }
  }

  receive(text: string): void {
    if (this.#ended.signal.aborted) return
    this.#rest(Math.max(this.#bytes.spend(text.length), this.#account.receive(text.length)))
    const message = parseMessage(text, this.#parts.limits)
    this.#count(message.type)
    const tokens = message.type === 'EVENT' ? this.#eventTokens : this.#requestTokens
    if (message.type !== 'CLOSE' && !tokens.take()) this.#refuseForRate(message)
    else this.#act(message)
  }

  tell() {
    const { ip: address } = this.#line
    const pubkeys = [...this.#authentication.pubkeys]
    return { ...this.#counts.tell(), address, pubkeys, subscriptions: this.#reads.subscriptionCount }
  }

  /** Everything that its client has said is answered. */
  get isAtRest(): boolean {
    return this.#inFlight.isEmpty && this.#signIns.isAtRest && this.#reads.isAtRest && this.#comparisons.isEmpty
  }

  keep(): KeptReads {
    const { challenge, pubkeys } = this.#authentication
    return { challenge, pubkeys: [...pubkeys], authors: [...this.#authors], subscriptions: this.#reads.keep() }
  }

  isOf(pubkey: string): boolean {
    return this.#authentication.pubkeys.has(pubkey) || this.#authors.has(pubkey)
  }

  /** Those that it has authenticated or written with. */
  get ownKeys(): ReadonlySet<string> {
    return this.#authentication.pubkeys.union(this.#authors)
  }

  get place(): string | null {
    return this.#account.key
  }

  takeFanOutSteps(): number {
    return this.#reads.takeFanOutSteps()
  }

  get ip(): string {
    return this.#line.ip
  }

  judgeReads(): void {
    if (this.#reads.subscriptionCount === 0 && this.#comparisons.isEmpty) return
    const refreshing = this.#refresh()
    if (refreshing) void refreshing.then(() => this.#judgeReads())
    else this.#judgeReads()
  }

  #judgeReads(): void {
    this.#reads.judgeAgain()
    this.#comparisons.judgeAgain()
  }

  endSubscriptions(message: string): void {
    this.#reads.refuseAll(message)
  }

  /** The client is gone or being disconnected: its further messages are ignored. */
  end(): void {
    this.#ended.abort()
    this.#reads.end()
    this.#comparisons.end()
  }

  #refresh = () => this.#parts.policy.refresh?.(this.#authentication.pubkeys)

  #count(type: ClientMessage['type']): void {
    if (type === 'EVENT') this.#counts.events.add()
    else if (type === 'REQ' || type === 'COUNT' || type === 'NEG-OPEN') this.#counts.requests.add()
  }

  #act(message: ClientMessage): void {
    switch (message.type) {
      case 'EVENT':
        void this.#publish(message.event, message.json)
        break
      case 'REQ':
      case 'CLOSE':
      case 'COUNT':
        this.#signIns.after(() => this.#reads.ask(message), this.#refresh)
        break
      case 'NEG-OPEN':
      case 'NEG-MSG':
      case 'NEG-CLOSE':
        this.#signIns.after(() => this.#comparisons.take(message), this.#refresh)
        break
      case 'AUTH':
        this.#signIns.add(message.event, message.json)
        break
      case 'refused':
        this.#note(message.what, 'invalid', message.text)
        this.#line.send(message.answer)
    }
  }

  #note(what: RefusedThing, cause: RefusalCause, text: string): void {
    this.#parts.refusals.note({ what, cause, text, address: this.#line.ip })
  }

  #refuseForRate(message: ClientMessage): void {
    const text = 'rate-limited: slow down'
    this.#note(thingOf(message), 'rate', text)
    if (message.type === 'EVENT') this.#answerEvent(message.event.id, false, text)
    else if (message.type === 'AUTH') this.#line.send(okAnswer(message.event.id, false, text))
    else if (message.type.startsWith('NEG-') && 'subscriptionId' in message)
      this.#line.send(negError(message.subscriptionId, text))
    else if ('subscriptionId' in message) this.#line.send(closedAnswer(message.subscriptionId, text))
    else this.#line.send(noticeAnswer(text))
  }

  async #publish(event: NostrEvent, json: string): Promise<void> {
    const { limits, intake, fanOut } = this.#parts
    this.#inFlight.enter(json.length)
    await this.#signIns.done
    const answer = await intake.publish(event, json, {
      authenticated: this.#authentication.pubkeys,
      address: this.#account.key,
      sharer: this.#account.sharer,
      ip: this.#line.ip,
    })
    const { accepted, message } = answer
    if (!accepted && answer.isForged) this.#restAfterForged()
    if (accepted && this.#authors.size < limits.authorsRememberedMax) this.#authors.add(event.pubkey)
    this.#answerEvent(event.id, accepted, message)
    // The event stays in flight until there is room, so that events do not arrive faster than they are sent.
    await fanOut.hasRoom()
    this.#inFlight.leave(json.length)
  }

  #restAfterForged(): void {
    this.#rest(Math.max(this.#forged.spend(1), this.#account.forge()))
  }

  #rest(millis: number): void {
    if (millis > 0) this.#line.rest(millis)
  }

  #answerEvent(id: string, accepted: boolean, message: string): void {
    if (accepted) this.#parts.traffic.accepted()
    else this.#parts.traffic.refused()
    this.#line.send(okAnswer(id, accepted, message))
  }
}

function thingOf(message: ClientMessage): RefusedThing {
  if (message.type === 'refused') return message.what
  if (message.type === 'EVENT') return 'event'
  return message.type === 'AUTH' ? 'sign-in' : 'read'
}
