import { setTimeout as startTimer } from 'node:timers'
import { QueryTooCostly } from '../../events/event-store.ts'
import type { Filter } from '../../events/filter.ts'
import { judgeFilters, reachableOf, readScopeOf } from '../../policy/read-policy.ts'
import { type Refusal, refuse } from '../../policy/refusal.ts'
import type { AddressAccount } from '../fairness/address-accounts.ts'
import { negError, negMessage } from '../messages/answers.ts'
import type { NegMessage } from '../messages/parse-message.ts'
import type { Line, ServerParts } from '../server-parts.ts'
import { noteRefusedRead, refusalOfRead } from '../subscriptions/refused-reads.ts'
import { EventSet, recordBytes } from './event-set.ts'
import { inSlices } from './in-slices.ts'
import { answer } from './reconcile.ts'
import { MalformedMessage } from './wire.ts'

export interface ComparisonsParts {
  readonly server: ServerParts
  readonly line: Pick<Line, 'send' | 'hasRoom' | 'ip'>
  readonly account: AddressAccount
  readonly keys: ReadonlySet<string>
  readonly ended: AbortSignal
}

interface Comparison {
  readonly id: string
  readonly ended: AbortController
  set: EventSet | null
  isAnswering: boolean
  /** Counted for it among those of all. */
  events: number
  idle: NodeJS.Timeout | undefined
}

const tooLarge = 'blocked: this query has too many events, please narrow it by since and until'

/** What one client compares with its own events (NIP-77): each with the events at its start, as far as it may read. */
export class Comparisons {
  readonly #parts: ComparisonsParts
  readonly #open = new Map<string, Comparison>()

  constructor(parts: ComparisonsParts) {
    this.#parts = parts
  }

  get isEmpty(): boolean {
    return this.#open.size === 0
  }

  take(message: NegMessage): void {
    if (this.#parts.ended.aborted) return
    const { subscriptionId: id } = message
    const known = this.#open.get(id)
    if (message.type === 'NEG-MSG') {
      if (known?.set && !known.isAnswering) void this.#run(known, () => this.#answer(known, message.bytes))
      else if (known) this.#refuse(known, refuse('invalid', 'invalid: wait for the answer before the next message'))
      else this.#parts.line.send(negError(id, 'closed: this comparison is not open'))
      return
    }
    if (known) this.#close(known)
    if (message.type === 'NEG-OPEN') this.#begin(id, message.filter, message.bytes)
  }

  judgeAgain(): void {
    if (this.#open.size === 0) return
    const refusal = this.#parts.server.policy.judgeReading(this.#parts.keys)
    if (!refusal) return
    for (const one of [...this.#open.values()]) this.#refuse(one, refusal)
  }

  end(): void {
    for (const one of [...this.#open.values()]) this.#close(one)
  }

  #begin(id: string, filter: Filter, bytes: Buffer): void {
    const refusal = this.#refusalOf(filter) ?? this.#fullness()
    if (refusal) {
      this.#tell(id, refusal)
      return
    }
    const one: Comparison = {
      id,
      set: null,
      isAnswering: false,
      events: 0,
      idle: undefined,
      ended: new AbortController(),
    }
    this.#open.set(id, one)
    this.#parts.account.comparisons.open += 1
    void this.#run(one, async () => {
      one.set = await this.#read(one, filter)
      await this.#answer(one, bytes)
    })
  }

  #fullness(): Refusal | null {
    const { account, server } = this.#parts
    const { comparisonsMax, comparisonsPerAddressMax } = server.limits
    if (this.#open.size < comparisonsMax && account.comparisons.open < comparisonsPerAddressMax) return null
    return refuse('rate', 'blocked: too many comparisons are open, please close one first')
  }

  #refusalOf(filter: Filter): Refusal | null {
    const { server, keys } = this.#parts
    return server.policy.judgeReading(keys) ?? judgeFilters([filter], keys)
  }

  #tell(id: string, refusal: Refusal): void {
    noteRefusedRead(this.#parts, refusal)
    this.#parts.line.send(negError(id, refusal.reason))
  }

  /** A batch each turn, as stored events are read. */
  async #read(one: Comparison, filter: Filter): Promise<EventSet> {
    const { server, account, keys } = this.#parts
    const { comparedEventsMax: most, allComparedEventsMax: mostOfAll } = server.limits
    const limit = Math.min(filter.limit ?? most + 1, most + 1)
    const filters = reachableOf([filter], keys).map(reachable => ({ ...reachable, limit }))
    const scope = readScopeOf(keys, server.policy.moderationMode)
    const names = server.events.names(filters, { scope, signal: one.ended.signal })
    const batches: Uint8Array[] = []
    for (;;) {
      const turn = { account: account.queries, connection: this, kind: 'events' } as const
      const { done, value } = await server.scheduler.run(turn, () => names.next())
      if (done) break
      one.ended.signal.throwIfAborted()
      batches.push(value.bytes)
      const events = value.bytes.length / recordBytes
      one.events += events
      server.compared.events += events
      if (one.events > most || server.compared.events > mostOfAll) throw new TooManyEvents(tooLarge)
    }
    return inSlices(EventSet.of(batches), one.ended.signal)
  }

  async #answer(one: Comparison, bytes: Buffer): Promise<void> {
    const { line, server } = this.#parts
    if (!one.set) return
    const { signal } = one.ended
    const reply = await inSlices(answer(one.set, bytes, server.limits.comparisonBytesMax), signal)
    await line.hasRoom()
    if (signal.aborted) return
    line.send(negMessage(one.id, reply))
    clearTimeout(one.idle)
    const end = () => this.#refuse(one, refuse('rate', 'closed: you have said nothing for too long'))
    one.idle = startTimer(end, server.limits.comparisonIdleSeconds * 1000).unref()
  }

  async #run(one: Comparison, work: () => Promise<void>): Promise<void> {
    one.isAnswering = true
    try {
      await work()
    } catch (error) {
      if (!one.ended.signal.aborted) this.#refuse(one, this.#failure(error))
    } finally {
      one.isAnswering = false
    }
  }

  #failure(error: unknown): Refusal {
    if (error instanceof MalformedMessage) return refuse('invalid', `invalid: ${error.message}`)
    if (error instanceof TooManyEvents || error instanceof QueryTooCostly) return refuse('rate', tooLarge)
    const refusal = refusalOfRead(error)
    if (refusal) return refusal
    this.#parts.server.log.error({ err: error }, 'a comparison failed')
    return refuse('disk', 'error: the comparison failed, please try again')
  }

  #refuse(one: Comparison, refusal: Refusal): void {
    if (this.#open.get(one.id) !== one) return
    this.#close(one)
    this.#tell(one.id, refusal)
  }

  #close(one: Comparison): void {
    this.#open.delete(one.id)
    this.#parts.account.comparisons.open -= 1
    this.#parts.server.compared.events -= one.events
    clearTimeout(one.idle)
    one.ended.abort()
  }
}

class TooManyEvents extends Error {
  override readonly name = 'TooManyEvents'
}
