import type { Context } from '../context.ts'
import { Dice } from './history/dice.ts'
import { wakefulness } from './history/traffic.ts'

const beatMs = 2000
/** After the last call; then nobody looks, and nothing moves. */
const watchedMs = 60_000

/** Lets the door of a demo seem in use while somebody looks: connections come and go, events are counted. None is stored. */
export class Liveliness {
  readonly #now: () => number
  readonly #dice = new Dice('liveliness')
  #seenAt = 0
  #timer: NodeJS.Timeout | undefined
  #wake: () => void = () => undefined

  constructor(now: () => number) {
    this.#now = now
  }

  /** Open connections now: moves slowly, and by the time of day. */
  readonly connections = (): number => {
    const now = this.#now()
    return Math.round(11 + 34 * wakefulness(now) + 2 * Math.sin(now / 47_000) + 1.4 * Math.sin(now / 11_000))
  }

  begin({ statistics: { traffic } }: Context): void {
    const live = (share: number) => {
      const awake = wakefulness(this.#now())
      for (let count = this.#dice.howMany((2 + 14 * awake) * share); count > 0; count--) traffic.accepted()
      for (let count = this.#dice.howMany((0.15 + 0.5 * awake) * share); count > 0; count--) traffic.refused()
    }
    // Who comes finds the minute before lived through.
    this.#wake = () => live(1)
    this.#timer = setInterval(() => {
      if (this.#isWatched()) live(beatMs / 60_000)
    }, beatMs).unref()
  }

  seen(): void {
    if (!this.#isWatched()) this.#wake()
    this.#seenAt = this.#now()
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #isWatched(): boolean {
    return this.#now() - this.#seenAt <= watchedMs
  }
}
