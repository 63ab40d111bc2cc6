import type { NostrEvent } from '@hornets/contract'
import type { Filter } from '../../events/filter.ts'
import { eoseAnswer, eventAnswer } from '../messages/answers.ts'

/** The way to the client. */
export interface SubscriptionLine {
  send(text: string): void
  /** More came in than can be kept back: the subscription can't go on without a gap. */
  overrun(): void
  readonly heldMax: number
}

/**
 * One REQ of one connection. While its stored events are being read, live ones are kept back, so that EOSE stands
 * between the two and neither is lost (the store's mark keeps one event from being on both sides).
 */
export class Subscription {
  readonly id: string
  readonly filters: readonly Filter[]
  readonly #idJson: string
  readonly #line: SubscriptionLine
  readonly #ended = new AbortController()
  #held: string[] | null = []

  constructor(id: string, filters: readonly Filter[], line: SubscriptionLine) {
    this.id = id
    this.filters = filters
    this.#idJson = JSON.stringify(id)
    this.#line = line
  }

  /** Aborts when the client closes or replaces the subscription. */
  get signal(): AbortSignal {
    return this.#ended.signal
  }

  sendStored(json: string): void {
    this.#line.send(eventAnswer(this.#idJson, json))
  }

  /** All that was stored has been sent: EOSE, what was kept back, and from now on each event as it comes. */
  goLive(): void {
    this.#line.send(eoseAnswer(this.#idJson))
    const held = this.#held ?? []
    this.#held = null
    for (const json of held) this.#line.send(eventAnswer(this.#idJson, json))
  }

  sendLive(_event: NostrEvent, json: string): void {
    if (this.#held === null) this.#line.send(eventAnswer(this.#idJson, json))
    else if (this.#held.push(json) > this.#line.heldMax) this.#line.overrun()
  }

  end(): void {
    this.#ended.abort()
  }
}
