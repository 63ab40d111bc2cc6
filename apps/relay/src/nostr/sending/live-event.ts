import type { NostrEvent } from '@hornets/contract'
import { type Audience, audienceOf } from '../../policy/read-policy.ts'

/** An event for subscribers. Its bytes are built once and shared. */
export class LiveEvent {
  readonly event: NostrEvent
  readonly audience: Audience
  readonly #json: string
  #body: Buffer | null = null

  constructor(event: NostrEvent, json: string, audience: Audience = audienceOf(event)) {
    this.event = event
    this.audience = audience
    this.#json = json
  }

  /** The message after the subscription's id: the event's JSON and the closing bracket. */
  get body(): Buffer {
    this.#body ??= Buffer.from(`${this.#json}]`)
    return this.#body
  }
}
