import type { NostrEvent } from '@hornets/contract'
import { type Audience, audienceOf } from '../../policy/read-policy.ts'

/** An event on its way to subscribers. Its bytes are made once and shared by all of them. */
export class LiveEvent {
  readonly event: NostrEvent
  readonly audience: Audience
  readonly #json: string
  #body: Buffer | null = null

  constructor(event: NostrEvent, json: string) {
    this.event = event
    this.audience = audienceOf(event)
    this.#json = json
  }

  /** What follows the subscription's id in the message: the event's JSON and the bracket. */
  get body(): Buffer {
    this.#body ??= Buffer.from(`${this.#json}]`)
    return this.#body
  }
}
