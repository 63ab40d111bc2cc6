import {
  haveSameLines,
  haveSameTint,
  isSimilar,
  type Lines,
  leastCopyQuality,
  leastQuality,
  linesOf,
  nearWithin,
} from './compare.ts'
import { HashIndex } from './hash-index.ts'
import type { Fine, ImagePrint, TurnedPrint } from './image-print.ts'

export interface Match<Id> {
  readonly id: Id
  /** Differing bits of 256. */
  readonly distance: number
  /** False if only the hash is near. */
  readonly isSame: boolean
}

/** What is compared last of a banned image's prints, by their number; none of a ban that is older than this. */
export type ReadFines<Id> = (id: Id) => Promise<readonly Fine[]>

interface Entry<Id> {
  readonly id: Id
  readonly print: TurnedPrint
  readonly part: number
  readonly turn: number
}

interface Candidate<Id> {
  readonly entry: Entry<Id>
  readonly print: ImagePrint
  readonly distance: number
}

/** Of one image: each takes about a millisecond. */
const comparedMax = 24

export class BannedIndex<Id> {
  readonly #index = new HashIndex<Entry<Id>>()
  readonly #readFines: ReadFines<Id>

  constructor(readFines: ReadFines<Id>) {
    this.#readFines = readFines
  }

  static compares(prints: readonly TurnedPrint[]): boolean {
    return prints.some(({ quality }) => quality >= leastQuality)
  }

  add(id: Id, prints: readonly TurnedPrint[]): void {
    for (const [part, print] of prints.entries())
      if (print.quality >= leastQuality)
        for (const [turn, words] of print.turned.entries()) this.#index.add({ id, print, part, turn }, words)
  }

  get isEmpty(): boolean {
    return this.#index.size === 0
  }

  /** The banned image that this one resembles most; null if its hash is near to none. */
  async look(prints: readonly ImagePrint[]): Promise<Match<Id> | null> {
    const near = this.#near(prints)
    const [nearest] = near
    if (!nearest) return null
    const similar = near.filter(({ print, entry }) => isSimilar(print, entry.print, entry.turn))
    const same = await this.#findSame(similar.slice(0, comparedMax))
    const { entry, distance } = same ?? nearest
    return { id: entry.id, distance, isSame: same !== null }
  }

  /** The nearest first. */
  #near(prints: readonly ImagePrint[]): Candidate<Id>[] {
    const near = prints.flatMap(print => {
      if (print.quality < leastCopyQuality) return []
      return this.#index.near(print.words, nearWithin).map(({ id, distance }) => ({ print, entry: id, distance }))
    })
    return near.sort((one, other) => one.distance - other.distance)
  }

  async #findSame(similar: readonly Candidate<Id>[]): Promise<Candidate<Id> | null> {
    const fines = new Map<Id, readonly Fine[]>()
    const lines = new Map<ImagePrint, Lines>()
    for (const candidate of similar) {
      const { print, entry } = candidate
      const own = fines.get(entry.id) ?? (await this.#readFines(entry.id))
      fines.set(entry.id, own)
      const fine = own[entry.part]
      if (!print.fine || !fine) return candidate
      if (!haveSameTint(print.fine.tint, fine.tint, entry.turn)) continue
      const known = lines.get(print) ?? linesOf(print.fine.grey)
      lines.set(print, known)
      if (haveSameLines(known, fine.grey, entry.turn)) return candidate
    }
    return null
  }
}
