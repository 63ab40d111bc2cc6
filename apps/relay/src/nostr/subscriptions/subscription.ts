import type { EventBatch } from '../../events/event-batch.ts'
import { countValues, type Filter } from '../../events/filter.ts'
import { isInAudience, type ReaderKeys } from '../../policy/read-policy.ts'
import { eoseAnswer } from '../messages/answers.ts'
import type { LiveEvent } from '../sending/live-event.ts'
import { frameBatch, type Message } from '../sending/websocket-frame.ts'

/** The way to the client. */
export interface SubscriptionLine {
  send(text: string): void
  sendMessage(message: Message): void
  sendFrames(frames: Buffer): void
  /** Keys that the client has proved to hold so far. */
  readonly keys: ReaderKeys
  /** More came in than can be kept back: the subscription can't go on without a gap. */
  overrun(): void
  readonly heldMax: number
  readonly heldBytesMax: number
}

/**
 * One REQ of one connection. While its stored events are being read, live ones are kept back, so that EOSE stands
 * between the two and neither is lost (the store's mark keeps one event from being on both sides).
 */
export class Subscription {
  readonly id: string
  /** Filters, and the values in their lists: what they are is kept by the index alone. */
  readonly filterCount: number
  readonly valueCount: number
  readonly #idJson: string
  /** What comes before an event in each message. */
  readonly #prefix: Buffer
  readonly #line: SubscriptionLine
  readonly #ended = new AbortController()
  #held: LiveEvent[] | null = []
  #heldBytes = 0

  constructor(id: string, filters: readonly Filter[], line: SubscriptionLine) {
    this.id = id
    this.filterCount = filters.length
    this.valueCount = filters.reduce((sum, filter) => sum + countValues(filter), 0)
    this.#idJson = JSON.stringify(id)
    this.#prefix = Buffer.from(`["EVENT",${this.#idJson},`)
    this.#line = line
  }

  /** Aborts when the client closes or replaces the subscription. */
  get signal(): AbortSignal {
    return this.#ended.signal
  }

  sendStored(batch: EventBatch): void {
    this.#line.sendFrames(frameBatch(batch, this.#prefix))
  }

  /** All that was stored has been sent: EOSE, what was kept back, and from now on each event as it comes. */
  goLive(): void {
    this.#line.send(eoseAnswer(this.#idJson))
    const held = this.#held ?? []
    this.#held = null
    for (const live of held) this.#line.sendMessage({ prefix: this.#prefix, body: live.body })
  }

  /**
   * Nothing that the client must not have. A key that it proves while the subscription is open counts for what arrives
   * from then on; what was stored before, it asks for again.
   */
  sendLive(live: LiveEvent): void {
    if (!isInAudience(live.audience, this.#line.keys)) return
    if (this.#held === null) {
      this.#line.sendMessage({ prefix: this.#prefix, body: live.body })
      return
    }
    this.#heldBytes += live.body.length
    const count = this.#held.push(live)
    if (count > this.#line.heldMax || this.#heldBytes > this.#line.heldBytesMax) this.#line.overrun()
  }

  end(): void {
    this.#ended.abort()
    this.#held = []
  }
}
