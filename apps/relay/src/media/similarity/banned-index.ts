import { isSame, leastCopyQuality, leastQuality, nearWithin } from './compare.ts'
import { HashIndex } from './hash-index.ts'
import type { ImagePrint, TurnedPrint } from './image-print.ts'

export interface Match<Id> {
  /** Of the banned image. */
  readonly id: Id
  /** Differing bits of 256. */
  readonly distance: number
  /** False if only the hash is near. */
  readonly isSame: boolean
}

interface Entry<Id> {
  readonly id: Id
  readonly print: TurnedPrint
  readonly turn: number
}

/** Banned images in memory, with their cuts and turns. */
export class BannedIndex<Id> {
  readonly #index = new HashIndex<Entry<Id>>()

  /** Whether any image can be compared with one of these prints. */
  static compares(prints: readonly TurnedPrint[]): boolean {
    return prints.some(({ quality }) => quality >= leastQuality)
  }

  add(id: Id, prints: readonly TurnedPrint[]): void {
    for (const print of prints)
      if (print.quality >= leastQuality)
        for (const [turn, words] of print.turned.entries()) this.#index.add({ id, print, turn }, words)
  }

  get isEmpty(): boolean {
    return this.#index.size === 0
  }

  /** The banned image that this one resembles most; null if its hash is near to none. */
  look(prints: readonly ImagePrint[]): Match<Id> | null {
    let best: Match<Id> | null = null
    for (const print of prints) {
      if (print.quality < leastCopyQuality) continue
      for (const { id: entry, distance } of this.#index.near(print.words, nearWithin)) {
        const match = { id: entry.id, distance, isSame: isSame(print, entry.print, entry.turn) }
        if (!best || isBetter(match, best)) best = match
      }
    }
    return best
  }
}

const isBetter = <Id>(one: Match<Id>, other: Match<Id>) =>
  one.isSame === other.isSame ? one.distance < other.distance : one.isSame
