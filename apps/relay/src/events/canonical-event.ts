import type { NostrEvent } from '@hornets/contract'

/** Byte for byte what `JSON.stringify` gives for its seven members in the order of NIP-01. */
export class CanonicalEvent {
  readonly #event: NostrEvent
  readonly #tags: string
  readonly #content: string

  /** The event must be checked: the text relies on hex without escapes and on whole numbers. */
  constructor(event: NostrEvent) {
    this.#event = event
    this.#tags = JSON.stringify(event.tags)
    this.#content = JSON.stringify(event.content)
  }

  /** The text whose SHA-256 is the id (NIP-01). Control characters are escaped, as in all implementations. */
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
