import type { Logger } from '@hornets/server/process/logger'

interface Sources {
  readonly accounts: { owners(): Promise<string[]>; onChange(listener: () => void): () => void }
  readonly addressesOf: (pubkey: string) => Promise<string[]>
  readonly now: () => number
  readonly logger: Logger
}

const rereadAfterMs = 1000

/** The key and the addresses of the only owner, whom no list can lock out; nobody while there are several. */
export class LastOwner {
  readonly #sources: Sources
  #key: string | null = null
  #addresses: ReadonlySet<string> = new Set()
  #readAt = Number.NEGATIVE_INFINITY

  private constructor(sources: Sources) {
    this.#sources = sources
    sources.accounts.onChange(() => this.#refresh())
  }

  static async open(sources: Sources): Promise<LastOwner> {
    const lastOwner = new LastOwner(sources)
    await lastOwner.#read()
    return lastOwner
  }

  isKey(pubkey: string): boolean {
    return pubkey === this.#key
  }

  /** Asked for blocked addresses only. A new session's address counts from the second time on. */
  isAddress(address: string): boolean {
    const now = this.#sources.now()
    if (Math.abs(now - this.#readAt) >= rereadAfterMs) this.#refresh()
    return this.#addresses.has(address)
  }

  async look(): Promise<void> {
    await this.#read()
  }

  #refresh(): void {
    void this.#read().catch(err => this.#sources.logger.error({ err }, 'could not read who the owner is'))
  }

  async #read(): Promise<void> {
    this.#readAt = this.#sources.now()
    const [owner, ...others] = await this.#sources.accounts.owners()
    this.#key = others.length === 0 ? (owner ?? null) : null
    this.#addresses = new Set(this.#key === null ? [] : await this.#sources.addressesOf(this.#key))
  }
}
