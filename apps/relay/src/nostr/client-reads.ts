import pLimit, { type LimitFunction } from 'p-limit'
import { countValues, type Filter } from '../events/filter.ts'
import type { ReadScope } from '../events/read-scope.ts'
import { isLeastCount } from '../events/search/search-terms.ts'
import { inviteKind } from '../policy/access-requests.ts'
import { asksTheRelay, judgeFilters, reachableOf, readScopeOf } from '../policy/read-policy.ts'
import { type Refusal, refuse } from '../policy/refusal.ts'
import type { AddressAccount } from './fairness/address-accounts.ts'
import type { NostrLimits } from './fairness/limits.ts'
import type { ReadKind } from './fairness/query-scheduler.ts'
import type { KeptReads } from './handing/kept-connection.ts'
import { closedAnswer, countAnswer } from './messages/answers.ts'
import type { ClientMessage } from './messages/parse-message.ts'
import type { Line, ServerParts } from './server-parts.ts'
import { JudgedAnswer } from './subscriptions/judged-answer.ts'
import { noteRefusedRead, refusalOfRead } from './subscriptions/refused-reads.ts'
import { type StoredAnswer, sendAtOnce, sendInTurn } from './subscriptions/send-stored.ts'
import { Subscription } from './subscriptions/subscription.ts'

export interface ClientReadsParts {
  readonly server: ServerParts
  readonly line: Line
  readonly account: AddressAccount
  /** Keys that the client has authenticated; grows. */
  readonly keys: ReadonlySet<string>
  readonly ended: AbortSignal
}

type Mark = number | Promise<number>

export class ClientReads {
  readonly #parts: ClientReadsParts
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #fanOutWork = { steps: 0 }
  /** Created with the first read that has to wait; most connections never need it. */
  #queries: LimitFunction | undefined
  #counts = 0

  constructor(parts: ClientReadsParts) {
    this.#parts = parts
  }

  get subscriptionCount(): number {
    return this.#subscriptions.size
  }

  /** Nothing is being read for it. */
  get isAtRest(): boolean {
    return this.#counts === 0 && this.#subscriptions.values().every(({ isLive }) => isLive)
  }

  keep(): KeptReads['subscriptions'] {
    const index = this.#parts.server.subscriptions
    return Array.from(this.#subscriptions.values(), one => ({ id: one.id, filters: index.filtersOf(one) }))
  }

  /** Continues subscriptions that have had their EOSE from another process. */
  resume(kept: KeptReads['subscriptions']): void {
    for (const { id, filters } of kept) {
      const refusal = this.#refusalOf(filters)
      if (refusal) this.#refuse(id, refusal)
      else this.#subscribe(id, filters)?.goOn()
    }
  }

  /** Steps of the fan-out for this client since the last call. */
  takeFanOutSteps(): number {
    const { steps } = this.#fanOutWork
    this.#fanOutWork.steps = 0
    return steps
  }

  refuseAll(message: string): void {
    const refusal = refuse('rate', message)
    for (const subscription of [...this.#subscriptions.values()]) this.#refuseSubscription(subscription, refusal)
  }

  judgeAgain(): void {
    if (this.#subscriptions.size === 0) return
    const refusal = this.#parts.server.policy.judgeReading(this.#parts.keys)
    if (!refusal) return
    for (const subscription of [...this.#subscriptions.values()])
      if (!subscription.asksTheRelay) this.#refuseSubscription(subscription, refusal)
  }

  end(): void {
    for (const id of this.#subscriptions.keys()) this.#endSubscription(id)
  }

  ask(message: Extract<ClientMessage, { type: 'REQ' | 'COUNT' | 'CLOSE' }>): void {
    if (this.#parts.ended.aborted) return
    const { type, subscriptionId: id } = message
    if (type !== 'COUNT') this.#endSubscription(id)
    if (type === 'CLOSE') return
    const refusal = this.#refusalOf(message.filters)
    if (refusal) this.#refuse(id, refusal)
    else if (type === 'REQ') this.#answer(id, message.filters)
    else void this.#count(id, message.filters)
  }

  #answer(id: string, filters: readonly Filter[]): void {
    const subscription = this.#subscribe(id, filters)
    if (!subscription) return
    const mark = this.#parts.server.events.mark()
    // `#sendStored` awaits it too, and reports a failure.
    if (mark instanceof Promise) mark.catch(() => {})
    if (filters.some(({ kinds }) => kinds?.includes(inviteKind))) void this.#sendInvite(subscription, filters, mark)
    else void this.#sendStored(subscription, filters, mark)
  }

  /** Undefined if it was refused. */
  #subscribe(id: string, filters: readonly Filter[]): Subscription | undefined {
    const { subscriptions, limits, filterOf } = this.#parts.server
    const error = this.#subscriptionError(filters)
    if (error !== null) {
      this.#refuse(id, refuse('rate', `restricted: ${error}`))
      return undefined
    }
    const subscription = new Subscription(id, filters, {
      send: text => this.#parts.line.send(text),
      sendMessage: message => this.#parts.line.sendMessage(message),
      sendFrames: frames => this.#parts.line.sendFrames(frames),
      isCompressing: this.#parts.line.isCompressing,
      keys: this.#parts.keys,
      filterOf,
      overrun: () =>
        this.#refuseSubscription(
          subscription,
          refuse('rate', 'error: too many new events arrived before the stored ones were read'),
        ),
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
    return subscription
  }

  /** The relay answers a request of an invitation with a new event, which is not stored (NIP-43). */
  async #sendInvite(subscription: Subscription, filters: readonly Filter[], mark: Mark): Promise<void> {
    const { inviteFor, log } = this.#parts.server
    const invite = await inviteFor(this.#parts.keys).catch(err => {
      log.error({ err }, 'could not make an invitation')
      return null
    })
    if (subscription.isOver) return
    if (invite) this.#parts.line.send(`["EVENT",${JSON.stringify(subscription.id)},${JSON.stringify(invite)}]`)
    await this.#sendStored(subscription, filters, mark)
  }

  #refusalOf(filters: readonly Filter[]): Refusal | null {
    const { server, keys } = this.#parts
    const refusal = server.policy.judgeReading(keys)
    return refusal && !asksTheRelay(filters) ? refusal : judgeFilters(filters, keys)
  }

  #scope(): ReadScope {
    return readScopeOf(this.#parts.keys, this.#parts.server.policy.moderationMode)
  }

  /** Why one more subscription exceeds a limit; null if it does not. */
  #subscriptionError(filters: readonly Filter[]): string | null {
    const { subscriptionsMax, subscribedFiltersMax, subscribedValuesMax } = this.#parts.server.limits
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

  async #sendStored(subscription: Subscription, wanted: readonly Filter[], mark: Mark): Promise<void> {
    const { events, limits, filterOf } = this.#parts.server
    const reachable = reachableOf(wanted, this.#parts.keys)
    const filters = reachable.map(filter => withLimit(filter, limits)).filter(({ limit }) => limit > 0)
    try {
      const upTo = typeof mark === 'number' ? mark : await mark
      subscription.readUpTo(upTo)
      const query = { scope: this.#scope(), upTo, isAside: true, margins: subscription.margins }
      const answer: StoredAnswer = {
        atOnce: () =>
          this.#parts.server.scheduler.atOnce(this.#parts.account.queries, () => events.queryAtOnce(filters, query)),
        open: () => events.query(filters, { ...query, signal: subscription.signal })[Symbol.asyncIterator](),
        inTurn: read => this.#read('events', read),
        hasRoom: () => this.#parts.line.hasRoom(),
      }
      const reader = filterOf(this.#parts.keys)
      if (filters.length > 0 && (reader !== undefined || !sendAtOnce(subscription, answer)))
        await this.#inLine(async () => {
          const filter = await reader
          const judged = filter && new JudgedAnswer(subscription, filter)
          if (!subscription.isOver) await sendInTurn(subscription, answer, judged)
        })
      if (!subscription.isOver) subscription.goLive()
    } catch (error) {
      if (!subscription.isOver) this.#refuseSubscription(subscription, this.#queryError(error))
    }
  }

  async #count(id: string, filters: readonly Filter[]): Promise<void> {
    const { events, limits } = this.#parts.server
    if (this.#counts >= limits.countsMax) {
      this.#refuse(id, refuse('rate', `rate-limited: at most ${limits.countsMax} concurrent counts`))
      return
    }
    const { ended: signal } = this.#parts
    const reachable = reachableOf(filters, this.#parts.keys)
    this.#counts += 1
    try {
      const query = { scope: this.#scope(), signal, isAside: true }
      const count =
        this.#parts.server.scheduler.atOnce(this.#parts.account.queries, () => events.countAtOnce(reachable, query)) ??
        (await this.#inLine(() => this.#read('count', () => events.count(reachable, query))))
      this.#parts.line.send(countAnswer(id, count, isLeastCount(reachable, count)))
    } catch (error) {
      if (!signal.aborted) this.#refuse(id, this.#queryError(error))
    } finally {
      this.#counts -= 1
    }
  }

  #inLine<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#queries ??= pLimit(this.#parts.server.limits.queriesAtOnceMax)
    return this.#queries(work)
  }

  #read<Result>(kind: ReadKind, read: () => Promise<Result>): Promise<Result> {
    return this.#parts.server.scheduler.run({ account: this.#parts.account.queries, connection: this, kind }, read)
  }

  #endSubscription(id: string): void {
    const subscription = this.#subscriptions.get(id)
    if (!subscription) return
    this.#subscriptions.delete(id)
    this.#parts.server.subscriptions.remove(subscription)
    subscription.end()
  }

  #refuse(id: string, refusal: Refusal): void {
    noteRefusedRead(this.#parts, refusal)
    this.#parts.line.send(closedAnswer(id, refusal.reason))
  }

  #refuseSubscription(subscription: Subscription, refusal: Refusal): void {
    if (this.#subscriptions.get(subscription.id) !== subscription) return
    this.#endSubscription(subscription.id)
    this.#refuse(subscription.id, refusal)
  }

  #queryError(error: unknown): Refusal {
    const refusal = refusalOfRead(error)
    if (refusal) return refusal
    if (!this.#parts.ended.aborted) this.#parts.server.log.error({ err: error }, 'a query failed')
    return refuse('disk', 'error: the query failed, please try again')
  }
}

function withLimit(filter: Filter, { limitDefault, limitMax }: NostrLimits): Filter & { limit: number } {
  return { ...filter, limit: Math.min(filter.limit ?? limitDefault, limitMax) }
}
