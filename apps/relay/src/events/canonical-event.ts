import type { NostrEvent } from '@hornets/contract'

/**
 * The one text under which an event is kept and sent, byte for byte what `JSON.stringify` gives for its seven members in
 * the order of NIP-01, without the parts that the id is made of being written twice.
 */
export class CanonicalEvent {
  readonly #event: NostrEvent
  readonly #tags: string
  readonly #content: string

  /** The event's shape must have been found right: hex needs no escapes, and whole numbers are written in one way. */
  constructor(event: NostrEvent) {
    this.#event = event
    this.#tags = JSON.stringify(event.tags)
    this.#content = JSON.stringify(event.content)
  }

  /** What the id is the SHA-256 of (NIP-01). Control characters are escaped, as all implementations do. */
  get signed(): string {
    const { pubkey, created_at, kind } = this.#event
    return `[0,"${pubkey}",${created_at},${kind},${this.#tags},${this.#content}]`
  }

  get json(): string {
    const { id, pubkey, created_at, kind, sig } = this.#event
    const head = `{"id":"${id}","pubkey":"${pubkey}","created_at":${created_at},"kind":${kind}`
    return `${head},"tags":${this.#tags},"content":${this.#content},"sig":"${sig}"}`
  }
}
