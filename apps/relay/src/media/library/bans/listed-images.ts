import type { Match } from '../similarity/banned-index.ts'
import { leastQuality, nearWithin } from '../similarity/compare.ts'
import { HashIndex } from '../similarity/hash-index.ts'
import type { ImagePrint } from '../similarity/image-print.ts'
import { wordsOf } from '../similarity/pdq.ts'
import type { ListedHash } from './hash-list.ts'
import type { ListedStore } from './listed-store.ts'

/** Screenshots of one app are often within 31 bits, 1 in 10,000 within 14: a moderator decides those in between. */
const sameWithin = 14

/** Images that lists name by their PDQ hash, in memory: every uploaded image is compared. */
export class ListedImages {
  readonly store: ListedStore
  #index = new HashIndex<string>()

  private constructor(store: ListedStore) {
    this.store = store
  }

  static async open(store: ListedStore): Promise<ListedImages> {
    const images = new ListedImages(store)
    await images.#readAgain()
    return images
  }

  get isEmpty(): boolean {
    return this.#index.size === 0
  }

  look(prints: readonly ImagePrint[]): Match<string> | null {
    const clear = prints.filter(({ quality }) => quality >= leastQuality).map(({ words }) => words)
    if (this.isEmpty || clear.length === 0) return null
    const [nearest] = this.#index.nearAny(clear, nearWithin).sort((one, other) => one.distance - other.distance)
    return nearest ? { ...nearest, isSame: nearest.distance <= sameWithin } : null
  }

  async add(entries: readonly ListedHash[], by: Parameters<ListedStore['add']>[1]): Promise<ListedHash[]> {
    const fresh = await this.store.add(entries, by)
    for (const { hash } of fresh) this.#index.add(hash, wordsOf(hash))
    this.#index.tidy()
    return fresh
  }

  async remove(reason: string): Promise<number> {
    const removed = await this.store.remove(reason)
    if (removed > 0) await this.#readAgain()
    return removed
  }

  async #readAgain(): Promise<void> {
    const index = new HashIndex<string>()
    for (const hash of await this.store.all()) index.add(hash, wordsOf(hash))
    index.tidy()
    this.#index = index
  }
}
