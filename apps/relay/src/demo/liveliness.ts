import type { Round } from '@hornets/server/rounds'
import type { Context } from '../context.ts'
import { Dice } from './history/dice.ts'
import { offerUnwanted } from './history/refused.ts'
import { wakefulness } from './history/traffic.ts'

const beatMs = 2000

/** Makes the demo look used: connections come and go, events are counted and refused. None is stored. */
export class Liveliness {
  readonly #now: () => number
  readonly #dice = new Dice('liveliness')
  #round: Round<void> | undefined

  constructor(now: () => number) {
    this.#now = now
  }

  /** Open connections now: change slowly, and by the time of day. */
  readonly connections = (): number => {
    const now = this.#now()
    return Math.round(11 + 34 * wakefulness(now) + 2 * Math.sin(now / 47_000) + 1.4 * Math.sin(now / 11_000))
  }

  begin(context: Context): void {
    const { rounds, statistics } = context
    const live = (share: number) => {
      const awake = wakefulness(this.#now())
      for (let count = this.#dice.howMany((2 + 14 * awake) * share); count > 0; count--) statistics.traffic.accepted()
      for (let count = this.#dice.howMany((0.15 + 0.5 * awake) * share); count > 0; count--)
        offerUnwanted(context, this.#dice)
    }
    live((this.#now() % 60_000) / 60_000)
    this.#round = rounds.open({ name: 'demo_traffic', everyMs: beatMs, work: () => live(beatMs / 60_000) })
  }

  end(): void {
    void this.#round?.close()
  }
}
