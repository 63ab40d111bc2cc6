import type { Clock } from '@hornets/server/clock'
import pLimit from 'p-limit'

export interface Nip05Parts {
  /** The key that a NIP-05 name belongs to, as its server says; null for none. Rejects if it does not answer. */
  readonly findName: (name: string) => Promise<string | null>
  readonly now: Clock
}

const marksMax = 20_000
const keptMs = 86_400_000
const askedAtOnce = 3
const waitingMax = 200

/** Which NIP-05 names belong to the keys that claim them. Servers are asked in the background, once a day. */
export class Nip05Marks {
  readonly #parts: Nip05Parts
  readonly #marks = new Map<string, { readonly isRight: boolean; readonly at: number }>()
  readonly #asking = pLimit(askedAtOnce)
  readonly #asked = new Set<string>()

  constructor(parts: Nip05Parts) {
    this.#parts = parts
  }

  /** As known so far: false until the name's server has said so. */
  isRight(pubkey: string, name: string): boolean {
    if (name === '') return false
    const mark = this.#marks.get(keyOf(pubkey, name))
    if (!mark || mark.at + keptMs < this.#parts.now()) void this.check(pubkey, name)
    return mark?.isRight ?? false
  }

  /** Asks the server unless others are waiting already. Never rejects. */
  async check(pubkey: string, name: string): Promise<void> {
    const key = keyOf(pubkey, name)
    if (this.#asked.has(key) || this.#asked.size >= waitingMax) return
    this.#asked.add(key)
    await this.#asking(async () => {
      const found = await this.#parts.findName(name).catch(() => null)
      this.#keep(key, found === pubkey)
    }).finally(() => this.#asked.delete(key))
  }

  #keep(key: string, isRight: boolean): void {
    const [oldest] = this.#marks.keys()
    if (this.#marks.size >= marksMax && oldest !== undefined) this.#marks.delete(oldest)
    this.#marks.delete(key)
    this.#marks.set(key, { isRight, at: this.#parts.now() })
  }
}

const keyOf = (pubkey: string, name: string) => `${pubkey} ${name.toLowerCase()}`
