import type { EventBatch, Margins } from '../../events/event-batch.ts'
import { countValues, type Filter } from '../../events/filter.ts'
import { asksTheRelay, isInAudience, type ReaderKeys } from '../../policy/read-policy.ts'
import { eoseAnswer } from '../messages/answers.ts'
import { storedBlock } from '../sending/deflate.ts'
import type { LiveEvent } from '../sending/live-event.ts'
import { type Frames, frameBatch, type Message, marginsOf } from '../sending/websocket-frame.ts'
import type { FilterOf, ReaderFilter } from './content-filter.ts'

export interface SubscriptionLine {
  send(text: string): void
  sendMessage(message: Message): void
  sendFrames(frames: Frames): void
  readonly isCompressing: boolean
  readonly keys: ReaderKeys
  readonly filterOf: FilterOf
  /** The buffer is full: the subscription cannot continue without a gap. */
  overrun(): void
  readonly heldMax: number
  readonly heldBytesMax: number
}

/** Live events are buffered until EOSE; the store's mark prevents duplicates. */
export class Subscription {
  readonly id: string
  /** Number of filters and of the values in their lists; only the index keeps the lists. */
  readonly filterCount: number
  readonly valueCount: number
  readonly asksTheRelay: boolean
  readonly #idJson: string
  /** The bytes before the event in each message. */
  readonly #prefix: Buffer
  readonly #storedPrefix: Buffer | null
  readonly #line: SubscriptionLine
  /** Created with the first read that has to wait: an abort costs more than most answers. */
  #ended: AbortController | undefined
  #isOver = false
  #held: LiveEvent[] | null = []
  #heldBytes = 0
  #upTo = 0

  constructor(id: string, filters: readonly Filter[], line: SubscriptionLine) {
    this.id = id
    this.filterCount = filters.length
    this.valueCount = filters.reduce((sum, filter) => sum + countValues(filter), 0)
    this.asksTheRelay = asksTheRelay(filters)
    this.#idJson = JSON.stringify(id)
    this.#prefix = Buffer.from(`["EVENT",${this.#idJson},`)
    this.#storedPrefix = line.isCompressing ? storedBlock(this.#prefix) : null
    this.#line = line
  }

  /** It has had its EOSE. */
  get isLive(): boolean {
    return this.#held === null
  }

  get isOver(): boolean {
    return this.#isOver
  }

  get signal(): AbortSignal {
    if (this.#isOver) return AbortSignal.abort()
    this.#ended ??= new AbortController()
    return this.#ended.signal
  }

  get keys(): ReaderKeys {
    return this.#line.keys
  }

  /** What batches of stored events need around each event to become messages where they are. */
  get margins(): Margins {
    return marginsOf(this.#prefix)
  }

  /** Its stored events are read up to this mark (`EventStore.mark`): what arrived before and is among them goes. */
  readUpTo(mark: number): void {
    this.#upTo = mark
    if (!this.#held || this.#held.length === 0) return
    this.#held = this.#held.filter(live => live.mark > mark)
    this.#heldBytes = this.#held.reduce((sum, { body }) => sum + body.length, 0)
  }

  sendStored(batch: EventBatch): void {
    this.#line.sendFrames(frameBatch(batch, this.#prefix))
  }

  sendJson(json: string): void {
    this.#line.sendMessage({ prefix: this.#prefix, body: Buffer.from(`${json}]`) })
  }

  /** All stored events are sent: sends EOSE and the buffered events, and from now on each event as it arrives. */
  goLive(): void {
    this.#line.send(eoseAnswer(this.#idJson))
    this.goOn()
  }

  /** The same for one that has had its EOSE from another process. */
  goOn(): void {
    const held = this.#held ?? []
    this.#held = null
    for (const live of held) this.#line.sendMessage(this.#messageOf(live))
  }

  /** A key authenticated later applies to later events; for stored ones, the client must ask again. */
  sendLive(live: LiveEvent): void {
    const { keys, filterOf } = this.#line
    if (live.mark <= this.#upTo || !isInAudience(live.audience, keys)) return
    const filter = filterOf(keys)
    if (filter === undefined) this.#deliver(live)
    else void this.#judge(live, filter)
  }

  end(): void {
    this.#isOver = true
    this.#ended?.abort()
    this.#held = []
  }

  async #judge(live: LiveEvent, filter: ReaderFilter | Promise<ReaderFilter | undefined>): Promise<void> {
    const known = filter instanceof Promise ? await filter : filter
    const isShown = await (known?.shows(live.event, { keys: this.keys, signal: this.signal, isLive: true }) ?? true)
    if (isShown && !this.#isOver) this.#deliver(live)
  }

  #deliver(live: LiveEvent): void {
    // The mark came while it was judged.
    if (live.mark <= this.#upTo) return
    if (this.#held === null) {
      this.#line.sendMessage(this.#messageOf(live))
      return
    }
    this.#heldBytes += live.body.length
    const count = this.#held.push(live)
    if (count > this.#line.heldMax || this.#heldBytes > this.#line.heldBytesMax) this.#line.overrun()
  }

  #messageOf(live: LiveEvent): Message {
    const body = this.#storedPrefix && live.deflatedBody
    if (this.#storedPrefix && body) return { prefix: this.#storedPrefix, body, isCompressed: true }
    return { prefix: this.#prefix, body: live.body }
  }
}
