import type { NostrEvent } from '@hornets/contract'
import { type Audience, audienceOf } from '../../policy/read-policy.ts'
import { deflated } from './deflate.ts'

/** An event for subscribers. Its bytes are built once and shared. */
export class LiveEvent {
  readonly event: NostrEvent
  readonly audience: Audience
  /** Subscriptions up to this mark have it among the stored ones. */
  readonly mark: number
  readonly #json: string
  #body: Buffer | null = null
  #deflated: Buffer | null | undefined

  constructor(
    event: NostrEvent,
    json: string,
    audience: Audience = audienceOf(event),
    mark = Number.POSITIVE_INFINITY,
  ) {
    this.event = event
    this.audience = audience
    this.mark = mark
    this.#json = json
  }

  get body(): Buffer {
    this.#body ??= Buffer.from(`${this.#json}]`)
    return this.#body
  }

  /** The same, compressed once for all who take it; null if this saves nothing. */
  get deflatedBody(): Buffer | null {
    if (this.#deflated === undefined) this.#deflated = deflated(this.body)
    return this.#deflated
  }
}
